import type { ChannelConnector } from '../adapters/connector.ts';
import { findNameless, nameContact } from '../domain/contacts/index.ts';
import { sanitizeText } from '../platform/sanitize-text.ts';
import type { ExternalHandler } from '../queue/index.ts';
import { jobs } from '../registry/jobs.ts';
import { againAt, providerJob } from './provider-job.ts';

const job = jobs.fetchProfile;
const GIVE_UP_AFTER_TRIES = 5;

/** Asks a provider for the name of a contact. Without an answer the contact stays as it is. */
export const createProfileFetcher = ({ connector }: { connector: Pick<ChannelConnector, 'open'> }): ExternalHandler =>
  providerJob(job, async (ctx, { channelId, handleId }, ref) => {
    const contact = await findNameless(ctx, handleId);
    if (!contact) return {}; // it has a name, or is gone
    const open = await connector.open(ctx, channelId);
    if (!open?.adapter.fetchProfile) return {};
    const outcome = sanitizeText(await open.adapter.fetchProfile(open.sendDeps, open.settings, contact.address));
    if (outcome.kind === 'profile') return { record: (ctx) => nameContact(ctx, handleId, outcome) };
    const { next, retryAfterSeconds } = outcome;
    const isPassing = next === 'retry' || next === 'slow_down';
    return isPassing && ref.attempt < GIVE_UP_AFTER_TRIES ? { againAt: againAt(ctx, job, ref, retryAfterSeconds) } : {};
  });
