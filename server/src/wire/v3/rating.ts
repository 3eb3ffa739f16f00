import { z } from 'zod';
import type { Rating as DomainRating } from '../../domain/ratings/index.ts';
import { id, isoTime, time } from './shapes.ts';

export const Rating = z
  .strictObject({
    id,
    createdAt: time,
    chatId: id,
    contactId: id,
    channelId: id,
    rating: z.int().min(1).max(5),
    comment: z.string().nullable(),
    userId: id.nullable().describe('The user who had the chat when it was rated.'),
    teamId: id.nullable(),
  })
  .meta({ id: 'Rating' });

export const toRating = (rating: DomainRating): z.infer<typeof Rating> => ({
  id: rating.id,
  createdAt: isoTime(rating.createdAt),
  chatId: rating.chatId,
  contactId: rating.contactId,
  channelId: rating.channelId,
  rating: rating.rating,
  comment: rating.comment,
  userId: rating.userId,
  teamId: rating.teamId,
});
