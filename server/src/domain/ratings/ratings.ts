import { publish } from '../../registry/publish.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { getChat } from '../chats/index.ts';
import { insertRating, selectChannelOf } from './ratings.store.ts';

/** What a contact said about a conversation, with who had the chat then. */
export type Rating = {
  id: string;
  chatId: string;
  contactId: string;
  channelId: string;
  rating: number;
  comment: string | null;
  userId: string | null;
  teamId: string | null;
  isSensitive: boolean;
  createdAt: Date;
};

/** Stores a rating for a chat and publishes it. A chat can have several, one for each conversation. */
export const createRating = (ctx: Ctx, chatId: string, given: Pick<Rating, 'rating' | 'comment'>): Promise<Rating> =>
  inTransaction(ctx, async (ctx) => {
    const chat = await getChat(ctx, chatId);
    const rating = {
      ...given,
      id: idFor(ctx),
      chatId: chat.id,
      contactId: chat.contactId,
      channelId: chat.channelId,
      userId: chat.assignedUserId,
      teamId: chat.assignedTeamId,
      isSensitive: chat.isSensitive,
      createdAt: ctx.clock.now(),
    };
    await insertRating(ctx, rating);
    const { isSensitive: _, createdAt, ...data } = rating;
    const channel = (await selectChannelOf(ctx, chat.channelId)) ?? null;
    await publish(ctx, 'chat.rated', channel, { ...data, createdAt: createdAt.toISOString() });
    return rating;
  });
