import sql from 'sql-template-tag';
import { enqueue } from '../../queue/enqueue.ts';
import { endJobs } from '../../queue/jobs.store.ts';
import { channelDefinitions } from '../../registry/channels.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, rows } from '../../storage/context.ts';
import type { Channel } from './channels.ts';

/** A channel that reads a mailbox has one job that asks it again and again; new settings start it anew. */
export async function watchMailbox(ctx: Ctx, channel: Channel): Promise<void> {
  const running = await rows<{ id: string }>(
    ctx,
    sql`select id from jobs where tenant_id = ${ctx.tenantId} and name = ${jobs.pollMailbox.name} and input->>'channelId' = ${channel.id}`,
  );
  await endJobs(
    ctx,
    running.map(({ id }) => id),
  );
  if (!channelDefinitions[channel.type].polling?.isOn(channel.settings)) return;
  await enqueue(ctx, jobs.pollMailbox, { channelId: channel.id, cursor: null });
}
