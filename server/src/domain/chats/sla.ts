import type { Ctx } from '../../storage/context.ts';
import { type SlaEvent, trackSla } from '../sla/index.ts';
import type { Chat } from './chat.ts';
import { chatData } from './chat-data.ts';
import { lockStatus, selectChannelOf, selectChat } from './chats.store.ts';
import type { ChatStatus } from './status.ts';

const events: Record<ChatStatus, SlaEvent> = { open: 'opened', closed: 'closed', snoozed: 'snoozed' };

/** Records a new status in the promise of a chat. The chat is locked. Returns whether it has one. */
export const recordStatus = async (ctx: Ctx, channel: { id: string; type: string } | null, chat: Chat): Promise<boolean> =>
  isRunning(chat) && trackSla(ctx, channel, { chat: chatData(chat), event: events[chat.status] });

/** Records a reply by a person in the promise of a chat. The chat is locked. */
export async function recordReply(ctx: Ctx, channel: { id: string; type: string }, chat: Chat): Promise<void> {
  if (isRunning(chat)) await trackSla(ctx, channel, { chat: chatData(chat), event: 'replied' });
}

const isRunning = ({ sla }: Chat): boolean => sla !== null && sla.status !== 'ended';

/** Publishes the due times of a chat that have passed. */
export async function checkSla(ctx: Ctx, { chatId }: { chatId: string }): Promise<void> {
  if (!(await lockStatus(ctx, chatId))) return; // deleted
  const chat = await selectChat(ctx, chatId);
  const channel = (await selectChannelOf(ctx, chatId)) ?? null;
  if (chat && isRunning(chat)) await trackSla(ctx, channel, { chat: chatData(chat), event: 'passed' });
}
