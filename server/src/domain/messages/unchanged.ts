import { Failure } from '../../platform/errors.ts';
import type { Ctx } from '../../storage/context.ts';
import { type LatestMessage, lockLatestMessage } from '../chats/index.ts';
import type { Message } from './message-data.ts';
import { selectMessage } from './messages.store.ts';

/**
 * Refuses a message whose sender has not seen the latest message of the chat. Locks the chat until the transaction ends, so that of two
 * senders who have seen the same message one is refused. Returns the time of the latest message: the new one must not be older, or it
 * would not become the latest (the clock of a provider can be ahead of ours).
 */
export async function requireUnchanged(
  ctx: Ctx,
  chatId: string,
  ifLatestMessageId: string | null | undefined,
): Promise<Date | null> {
  if (ifLatestMessageId === undefined) return null;
  const latest = await lockLatestMessage(ctx, chatId);
  if (isUnchanged(latest, ifLatestMessageId)) return latest?.timestamp ?? null;
  const newer = latest ? await selectMessage(ctx, latest.id) : undefined;
  throw new Failure('chat_changed', { message: changedMessage(latest, newer) });
}

export const isUnchanged = (latest: Pick<LatestMessage, 'id'> | null, ifLatestMessageId: string | null): boolean =>
  (latest?.id ?? null) === (ifLatestMessageId?.toLowerCase() ?? null);

/** Names the latest message and its author. */
export function changedMessage(
  latest: Pick<LatestMessage, 'id' | 'sender'> | null,
  message: Pick<Message, 'sources' | 'author'> | undefined,
): string {
  if (latest === null) return 'The chat has no message, so ifLatestMessageId must be null; read the chat again';
  const name = message?.author?.name; // null if the user was deleted
  const ours = name ?? `your side (${message?.sources.join(', ') || 'unknown source'})`;
  const author = latest.sender === 'inbound' ? 'the contact' : ours;
  return `The latest message of the chat is ${latest.id}, from ${author}; read it, then send again with its id`;
}
