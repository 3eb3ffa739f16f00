import type { ChannelConnector } from '../adapters/connector.ts';
import { recordFound, selectSend } from '../domain/messages/index.ts';
import { findTemplate } from '../domain/templates/index.ts';
import { timeOfId } from '../platform/ids.ts';
import { sanitizeText } from '../platform/sanitize-text.ts';
import type { ExternalHandler } from '../queue/index.ts';
import { jobs } from '../registry/jobs.ts';
import { type ComposeDeps, compose } from './compose.ts';
import { againAt, providerJob } from './provider-job.ts';

const MOST_ATTEMPTS = 8;

/** Asks a provider for the outcome of a send whose answer was lost. It may not know at once, so it is asked a few times. */
export const createLookUp = (deps: ComposeDeps & { connector: ChannelConnector }): ExternalHandler =>
  providerJob<{ messageId: string }>(jobs.lookUpSend, async (ctx, { messageId }, ref) => {
    const send = await selectSend(ctx, messageId);
    if (send?.sendState !== 'unknown' || send.attemptId === null) return {}; // a callback has settled it
    const open = await deps.connector.open(ctx, send.channelId);
    if (!open?.adapter.lookUp) return {};
    const message = await compose(ctx, { ...deps, template: findTemplate }, send, send.attemptId);
    const found = sanitizeText(
      await open.adapter.lookUp(open.depsFor(send.id), open.settings, message, timeOfId(send.attemptId)),
    );
    if (found?.kind === 'accepted') return { record: (ctx) => recordFound(ctx, send, found) };
    return ref.attempt < MOST_ATTEMPTS ? { againAt: againAt(ctx, jobs.lookUpSend, ref) } : {};
  });
