import { Failure } from '../../../platform/errors.ts';
import type { Run } from '../run.ts';

/** Returns the chat of a run. A run that was started for a contact has none until it sends a message. */
export function chatOf({ chatId }: Run): string {
  if (chatId !== null) return chatId;
  throw new Failure('conflict', {
    message: 'This run has no chat: it was started for a contact, and has not sent a message yet',
  });
}
