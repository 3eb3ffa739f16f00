import { Readable } from 'node:stream';
import type { Refusal } from '../adapters/adapter.ts';
import type { ChannelDesk, OpenChannel } from '../adapters/desk.ts';
import { jobs } from '../catalogue/jobs.ts';
import { findPayload } from '../domain/channels/index.ts';
import { failFile, fillFile } from '../domain/files/index.ts';
import { tellFileArrived } from '../domain/messages/index.ts';
import { requireFileRoom } from '../domain/quotas/index.ts';
import type { JobRef } from '../engine/job.ts';
import type { BatchHandler } from '../engine/worker.ts';
import type { Config } from '../platform/config.ts';
import { Failure } from '../platform/errors.ts';
import type { FileStore } from '../platform/file-store/index.ts';
import type { Ctx } from '../storage/context.ts';
import { requestOf } from './process-inbound.ts';
import { againAt, type Ending, providerJob } from './provider-job.ts';

type MediaJob = { channelId: string; messageId: string; fileId: string; ref: Record<string, string> };
type Fetched = { kind: 'bytes'; stream: AsyncIterable<Buffer> } | { kind: 'gone'; reason: string } | Refusal;

const GIVE_UP_AFTER_TRIES = 8;

export type MediaDeps = { desk: ChannelDesk; files: FileStore; config: Pick<Config, 'FILE_MAX_BYTES'> };

/** Brings what came with a message into our store. The message has named the file since it arrived. */
export const createMediaFetcher = (deps: MediaDeps): BatchHandler =>
  providerJob<MediaJob>(jobs.fetchMedia, async (ctx, job, ref) => {
    const full = await faultOf(() => requireFileRoom(ctx, { files: 1, bytes: 1 }));
    if (full !== undefined) return failed(job, full); // there is no room, so nothing is fetched
    const open = await deps.desk.open(ctx, job.channelId);
    const fetched = open ? await fetch(ctx, open, job.ref) : gone('the channel is not connected any more');
    if (fetched.kind === 'gone') return failed(job, fetched.reason);
    if (fetched.kind === 'refused') return afterRefusal(ctx, job, ref, fetched);
    return keep(ctx, deps, job, fetched.stream);
  });

const gone = (reason: string): Fetched => ({ kind: 'gone', reason });

async function fetch(ctx: Ctx, { adapter, settings, sendDeps }: OpenChannel, ref: MediaJob['ref']): Promise<Fetched> {
  if (ref.payloadId === undefined) {
    if (!adapter.fetchMedia) return gone('this channel has no way to fetch it');
    const fetched = await adapter.fetchMedia(sendDeps, settings, ref);
    return fetched.kind === 'bytes' ? { kind: 'bytes', stream: fetched.stream as AsyncIterable<Buffer> } : fetched;
  }
  const payload = await findPayload(ctx, ref.payloadId);
  if (!payload) return gone('its callback is older than we keep them');
  const items = await adapter.parse(settings, requestOf(payload));
  const item = items.find((one) => (one.kind === 'message' || one.kind === 'echo') && one.vendorId === ref.vendorId);
  const source = item && 'content' in item ? item.content.media[Number(ref.index)]?.source : undefined;
  return source && 'bytes' in source
    ? { kind: 'bytes', stream: Readable.from([source.bytes]) }
    : gone('its callback does not hold it');
}

/** Bytes we may not keep (none at all, too many, or more than the tenant's quota) are as good as none. */
async function keep(ctx: Ctx, deps: MediaDeps, job: MediaJob, stream: AsyncIterable<Buffer>): Promise<Ending> {
  const fault = await faultOf(() => fillFile(ctx, deps.files, job.fileId, stream, deps.config.FILE_MAX_BYTES));
  return fault === undefined ? { record: (ctx) => tellFileArrived(ctx, job.messageId) } : failed(job, fault);
}

/** Returns the message of a refusal, or undefined where there was none. */
async function faultOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

function afterRefusal(ctx: Ctx, job: MediaJob, ref: JobRef, refusal: Refusal): Ending {
  const mayRetry = refusal.next !== 'fail' && ref.attempt < GIVE_UP_AFTER_TRIES;
  return mayRetry
    ? { againAt: againAt(ctx, jobs.fetchMedia, ref, refusal.retryAfterSeconds) }
    : failed(job, refusal.error.message);
}

const failed = (job: MediaJob, reason: string): Ending => ({
  async record(ctx) {
    await failFile(ctx, job.fileId, reason);
    await tellFileArrived(ctx, job.messageId);
  },
});
