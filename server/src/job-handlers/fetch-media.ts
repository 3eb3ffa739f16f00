import { Readable } from 'node:stream';
import type { Refusal } from '../adapters/adapter.ts';
import type { ChannelConnector, OpenChannel } from '../adapters/connector.ts';
import { findPayload } from '../domain/channels/index.ts';
import { failFile, fillFile } from '../domain/files/index.ts';
import { publishFileArrived } from '../domain/messages/index.ts';
import { requireFileRoom } from '../domain/quotas/index.ts';
import type { Config } from '../platform/config.ts';
import { Failure } from '../platform/errors.ts';
import type { FileStore } from '../platform/file-store/index.ts';
import type { ParserPool } from '../platform/parser-pool.ts';
import type { ExternalHandler, JobRef } from '../queue/index.ts';
import { jobs } from '../registry/jobs.ts';
import type { Ctx } from '../storage/context.ts';
import { findInPayload } from './payload-bytes.ts';
import { againAt, type Ending, providerJob } from './provider-job.ts';

type Wanted = { fileId: string; ref: Record<string, string> };
type MediaJob = Wanted & { channelId: string; messageId: string; more?: Wanted[] | undefined };
type Gone = { kind: 'gone'; reason: string };
type Fetched = { kind: 'bytes'; stream: AsyncIterable<Buffer> } | Gone | Refusal;
type Failed = { fileId: string; reason: string };

const GIVE_UP_AFTER_TRIES = 8;

export type MediaDeps = {
  connector: ChannelConnector;
  files: FileStore;
  parsers: ParserPool;
  config: Pick<Config, 'FILE_MAX_BYTES'>;
};

/**
 * Copies the files of a message into the file store. The message has named them since it arrived. The files inside one callback are one
 * job: the callback is read once, and one event is published.
 */
export const createMediaFetcher = (deps: MediaDeps): ExternalHandler =>
  providerJob<MediaJob>(jobs.fetchMedia, async (ctx, job, ref) => {
    const open = await deps.connector.open(ctx, job.channelId);
    const wanted = [job, ...(job.more ?? []).map((one) => ({ ...one, ref: { ...commonRef(job.ref), ...one.ref } }))];
    const full = await refusalOf(() => requireFileRoom(ctx, { files: 1, bytes: 1 }));
    const refuseAll = (reason: string) => async () => gone(reason);
    const fetch =
      full !== null
        ? refuseAll(full)
        : open
          ? await createFetcher(ctx, deps, open, wanted)
          : refuseAll('the channel is not connected any more');
    const failed: Failed[] = [];
    for (const { fileId, ref: mediaRef } of wanted) {
      const fetched = await fetch(mediaRef);
      if (fetched.kind === 'refused' && mayRetry(fetched, ref)) {
        return { againAt: againAt(ctx, jobs.fetchMedia, ref, fetched.retryAfterSeconds) };
      }
      const reason = fetched.kind === 'bytes' ? await storeFile(ctx, deps, fileId, fetched.stream) : reasonOf(fetched);
      if (reason !== null) failed.push({ fileId, reason });
    }
    return ending(job.messageId, failed);
  });

/** Returns the part of a reference that all files of one callback share. */
const commonRef = ({ payloadId, vendorId }: Record<string, string>) => ({
  ...(payloadId !== undefined && { payloadId }),
  ...(vendorId !== undefined && { vendorId }),
});

const gone = (reason: string): Gone => ({ kind: 'gone', reason });
const reasonOf = (fetched: Gone | Refusal): string => (fetched.kind === 'gone' ? fetched.reason : fetched.error.message);
const mayRetry = (refusal: Refusal, { attempt }: JobRef): boolean => refusal.next !== 'fail' && attempt < GIVE_UP_AFTER_TRIES;

/** Returns how to get each of these files: from the callback they came in, or from the provider. */
async function createFetcher(
  ctx: Ctx,
  { parsers }: MediaDeps,
  open: OpenChannel,
  wanted: Wanted[],
): Promise<(ref: Wanted['ref']) => Promise<Fetched>> {
  const payloadId = wanted[0]?.ref.payloadId;
  if (payloadId === undefined) return (ref) => fetchFromProvider(open, ref);
  const payload = await findPayload(ctx, payloadId);
  if (!payload) return async () => gone('its callback is older than we keep them');
  const find = await findInPayload(ctx, parsers, open, payload, wanted);
  return async (ref) => {
    const bytes = find(ref);
    return bytes ? { kind: 'bytes', stream: Readable.from(slices(bytes)) } : gone('its callback does not hold it');
  };
}

async function fetchFromProvider({ adapter, settings, sendDeps }: OpenChannel, ref: Wanted['ref']): Promise<Fetched> {
  if (!adapter.fetchMedia) return gone('this channel has no way to fetch it');
  const fetched = await adapter.fetchMedia(sendDeps, settings, ref);
  return fetched.kind === 'bytes' ? { kind: 'bytes', stream: fetched.stream as AsyncIterable<Buffer> } : fetched;
}

/** Stores a file. Returns the reason where it may not be stored: empty, too large, or over the tenant's quota. */
const storeFile = (ctx: Ctx, deps: MediaDeps, fileId: string, stream: AsyncIterable<Buffer>): Promise<string | null> =>
  refusalOf(() => fillFile(ctx, deps.files, fileId, stream, deps.config.FILE_MAX_BYTES));

/** Returns the message of a refusal, or null where there was none. */
async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

const ending = (messageId: string, failed: Failed[]): Ending => ({
  async record(ctx) {
    for (const { fileId, reason } of failed) await failFile(ctx, fileId, reason);
    await publishFileArrived(ctx, messageId);
  },
});

const SLICE_BYTES = 262_144;

/** Hashing and writing a whole attachment at once would block the event loop. */
function* slices(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) yield bytes.subarray(from, from + SLICE_BYTES);
}
