import type { ChannelConnector } from '../adapters/connector.ts';
import { channelDefinitions, stopChannel, storePayloads } from '../domain/channels/index.ts';
import { newId } from '../platform/ids.ts';
import { type ExternalHandler, enqueue } from '../queue/index.ts';
import { jobs } from '../registry/jobs.ts';
import type { Ctx } from '../storage/context.ts';
import { providerJob } from './provider-job.ts';

const EVERY_MS = 20_000;

type PollJob = { channelId: string; cursor: string | null };

/**
 * Polls a mailbox and stores new mails as callbacks. The mails, the position in the mailbox and the next poll commit together, so no mail
 * is skipped. A mail that is read twice is recognised by its Message-ID.
 */
export const createMailboxPoller = ({ connector }: { connector: ChannelConnector }): ExternalHandler =>
  providerJob<PollJob>(jobs.pollMailbox, async (ctx, { channelId, cursor }) => {
    const open = await connector.open(ctx, channelId);
    if (!open?.adapter.poll) return {};
    const next = async (ctx: Ctx, cursor: string | null) =>
      enqueue(ctx, jobs.pollMailbox, { channelId, cursor }, { at: new Date(ctx.clock.now().getTime() + EVERY_MS) });
    const giveUp = async (ctx: Ctx, reason: string) => {
      await stopChannel(ctx, channelId, reason, open.channel.settingsVersion);
      await next(ctx, cursor);
    };
    if (open.channel.status !== 'active') return { record: (ctx) => next(ctx, cursor) };
    const looked = await open.adapter.poll(open.sendDeps, open.settings, cursor).catch(asTrouble);
    if ('trouble' in looked) return { record: (ctx) => giveUp(ctx, looked.trouble) };
    const { found, cursor: read } = looked;
    return {
      async record(ctx) {
        const payloads = found.map(({ body }) => ({
          id: newId(ctx.clock),
          channelId,
          url: open.sendDeps.callbackUrl,
          headers: { 'content-type': channelDefinitions[open.channel.type].polling?.contentType },
          body,
        }));
        if (payloads.length > 0) await storePayloads(ctx, payloads);
        await next(ctx, read);
      },
    };
  });

/** Returns the reason where a retry cannot help, such as a refused login. Throws any other error. */
function asTrouble(error: unknown): { trouble: string } {
  const { authenticationFailed, needsAttention, message, failed } = error as Error & {
    authenticationFailed?: boolean;
    needsAttention?: boolean;
    failed?: { error: string };
  };
  if (authenticationFailed) return { trouble: `The mailbox refused the login: ${message}` };
  if (needsAttention || failed?.error === 'blocked_address') return { trouble: message };
  throw error;
}
