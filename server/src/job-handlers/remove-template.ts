import type { ChannelConnector } from '../adapters/connector.ts';
import type { ExternalHandler } from '../queue/index.ts';
import { jobs } from '../registry/jobs.ts';
import { againAt, providerJob } from './provider-job.ts';

const job = jobs.removeTemplate;

/** Deletes a template at its provider. If the provider refuses, the template stays there: no message can use it. */
export const createTemplateRemover = ({ connector }: { connector: Pick<ChannelConnector, 'open'> }): ExternalHandler =>
  providerJob(job, async (ctx, { channelId, name, vendorId }, ref) => {
    const channel = await connector.open(ctx, channelId);
    if (!channel?.adapter.templates) return {};
    const outcome = await channel.adapter.templates.remove(channel.sendDeps, channel.settings, { name, vendorId });
    if (outcome.kind === 'removed') return {};
    const { next, error, retryAfterSeconds } = outcome;
    if (next !== 'fail') return { againAt: againAt(ctx, job, ref, retryAfterSeconds) };
    ctx.log.warn({ tenantId: ctx.tenantId, channelId, template: name, error }, 'provider refused to delete a template');
    return {};
  });
