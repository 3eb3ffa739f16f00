import { cancelByInput, enqueue } from '../../queue/index.ts';
import { channelDefinitions } from '../../registry/channels.ts';
import { jobs } from '../../registry/jobs.ts';
import type { Ctx } from '../../storage/context.ts';
import type { Channel } from './channels.ts';

/** Restarts the polling of a channel's mailbox: one job that polls again and again. New settings replace it. */
export async function watchMailbox(ctx: Ctx, channel: Channel): Promise<void> {
  await cancelByInput(ctx, jobs.pollMailbox, 'channelId', [channel.id]);
  if (!channelDefinitions[channel.type].polling?.isOn(channel.settings)) return;
  await enqueue(ctx, jobs.pollMailbox, { channelId: channel.id, cursor: null });
}
