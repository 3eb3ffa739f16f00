import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Failure, invalidParam } from '../../platform/errors.ts';
import { type FileStore, newStoreKey } from '../../platform/file-store/index.ts';
import { cancel, enqueue, schedule } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import { cleanName } from './file.ts';
import type { Filling } from './files.store.ts';
import { SAMPLE_BYTES, sniffType } from './sniff.ts';

/** Longer than any transfer takes. */
const UNCLAIMED_AFTER_MS = 3_600_000;

/** Stored bytes that no file refers to yet. Unless they are claimed, the job `guardId` deletes them. */
export type Received = Filling & { name: string; guardId: string };

export type Incoming = { name?: string | undefined; stream: AsyncIterable<Buffer>; maxBytes: number };

/**
 * Stores bytes and determines their type, size and hash. Before the first byte is stored, a job is scheduled that deletes them;
 * claiming them cancels it. After a crash there are neither unreferenced bytes nor files without bytes.
 */
export async function receive(ctx: Ctx, store: FileStore, { name, stream, maxBytes }: Incoming): Promise<Received> {
  if (ctx.db.transaction) throw new Error('Bytes are received outside transactions, or a rollback would forget them');
  const { sample, all } = await peek(stream);
  if (sample.length === 0) throw invalidParam('file', 'too_small', 'The file is empty');
  const mimeType = await sniffType(sample);
  const storeKey = newStoreKey(ctx.tenantId);
  const guardId = idFor(ctx);
  const at = new Date(ctx.clock.now().getTime() + UNCLAIMED_AFTER_MS);
  await enqueue(ctx, jobs.deleteStoredFile, { storeKey }, { id: guardId, at });
  const measured = measure(all, maxBytes);
  try {
    const { sizeBytes } = await store.put(storeKey, measured.bytes, { mimeType });
    return { name: cleanName(name), mimeType, sizeBytes, sha256: measured.sha256(), storeKey, guardId };
  } catch (error) {
    await dropUnclaimed(ctx, { storeKey, guardId });
    throw error;
  }
}

/** Claims bytes in the transaction that creates the file. Throws if they were deleted or are being deleted. */
export async function claim(ctx: Ctx, { guardId }: Received): Promise<void> {
  const [guard] = await cancel(ctx, jobs.deleteStoredFile, [guardId], { ifUnstarted: true });
  if (!guard) throw new UnclaimedTooLong('The bytes took too long to arrive and were deleted again');
}

/** Not a failure of the request: the caller can send the bytes again. */
export class UnclaimedTooLong extends Error {}

/** Deletes bytes that will not be claimed. */
export const dropUnclaimed = (ctx: Ctx, { storeKey, guardId }: Pick<Received, 'storeKey' | 'guardId'>): Promise<void> =>
  schedule(ctx, jobs.deleteStoredFile, { id: guardId, input: { storeKey } });

/** Returns the first bytes, and a stream of all bytes from the start. */
async function peek(stream: AsyncIterable<Buffer>): Promise<{ sample: Buffer; all: AsyncGenerator<Buffer> }> {
  const chunks = stream[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let length = 0;
  while (length < SAMPLE_BYTES) {
    const { done, value } = await chunks.next();
    if (done) break;
    first.push(value);
    length += value.length;
  }
  async function* all() {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { sample: Buffer.concat(first).subarray(0, SAMPLE_BYTES), all: all() };
}

/** Passes bytes through, hashes them, and throws as soon as they exceed the limit. */
function measure(chunks: AsyncIterable<Buffer>, maxBytes: number): { bytes: Readable; sha256(): string } {
  const hash = createHash('sha256');
  async function* measured() {
    let total = 0;
    for await (const chunk of chunks) {
      total += chunk.length;
      if (total > maxBytes) throw tooLarge(maxBytes);
      hash.update(chunk);
      yield chunk;
    }
  }
  return { bytes: Readable.from(measured(), { objectMode: false }), sha256: () => hash.digest('hex') };
}

export const tooLarge = (maxBytes: number): Failure =>
  new Failure('payload_too_large', { message: `The file is too large: at most ${maxBytes} bytes are taken` });
