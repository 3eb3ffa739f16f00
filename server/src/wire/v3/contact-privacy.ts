import { z } from 'zod';
import type { Erasure } from '../../domain/contact-erasure/index.ts';
import { id, idInput, isoTime, isoTimeOrNull, time } from './shapes.ts';

export const ContactMerge = z.strictObject({ contactId: idInput });

export const ContactErasure = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    endedAt: time.nullable(),
    contactId: id,
    status: z.enum(['running', 'completed']),
    counts: z.strictObject({ messages: z.int(), files: z.int(), callbacks: z.int(), events: z.int() }),
  })
  .meta({ id: 'ContactErasure' });

export const toErasure = (erasure: Erasure): z.infer<typeof ContactErasure> => ({
  id: erasure.id,
  createdAt: isoTime(erasure.createdAt),
  updatedAt: isoTime(erasure.updatedAt),
  endedAt: isoTimeOrNull(erasure.endedAt),
  contactId: erasure.contactId,
  status: erasure.status,
  counts: { messages: erasure.messages, files: erasure.files, callbacks: erasure.callbacks, events: erasure.events },
});
