import { cancelByInput, enqueue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import type { Ctx } from '../../storage/context.ts';
import type { Channel } from './channels.ts';

/** Restarts the polling of a channel's mailbox: one job that polls again and again. New settings replace it. */
export async function watchMailbox(ctx: Ctx, channel: Channel): Promise<void> {
  await cancelByInput(ctx, jobs.pollMailbox, 'channelId', [channel.id]);
  if (channel.settings.imapHost === undefined) return;
  await enqueue(ctx, jobs.pollMailbox, { channelId: channel.id, cursor: null });
}
