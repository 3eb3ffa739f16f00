import { endJobs } from '../../queue/jobs.store.ts';
import { publishMany } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import { noteRecipients } from '../recipients/index.ts';
import { lockSends } from './ledger.store.ts';
import { messageData } from './message-data.ts';
import { selectMessages, updateTracks } from './messages.store.ts';
import { notesOf } from './recipient-outcomes.ts';
import { advance } from './status.ts';

/** Locks messages, so that no send starts and no outcome is recorded until the transaction ends. */
export async function holdSends(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length > 0) await lockSends(ctx, ids);
}

/** Cancels the messages for which the provider was not called yet. Returns their ids. */
export async function cancelSends(ctx: Ctx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const waiting = (await lockSends(ctx, ids)).filter(({ sendState }) => sendState === 'queued');
  const at = ctx.clock.now();
  const after = waiting.map((one) => ({ ...one, ...advance(one, { status: 'deleted', at }), sendState: 'cancelled' as const }));
  await updateTracks(ctx, after);
  const taken = after.map(({ id }) => id);
  await tellUpdated(ctx, taken);
  await endJobs(ctx, taken); // the sweep lets the next of their chats go on
  await noteRecipients(ctx, notesOf(after));
  return new Set(taken);
}

async function tellUpdated(ctx: Ctx, ids: string[]): Promise<void> {
  const messages = await selectMessages(ctx, ids);
  for (const [channelId, group] of Map.groupBy(messages, ({ channel }) => channel.id)) {
    const channel = { id: channelId, type: group[0]?.channel.type ?? '' };
    await publishMany(
      ctx,
      'message.updated',
      channel,
      group.map((message) => messageData(message)),
    );
  }
}
