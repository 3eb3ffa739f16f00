import { setTimeout as wait } from 'node:timers/promises';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { dropUnclaimed, type Received, receive, tooLarge, UnclaimedTooLong } from '../domain/files/index.ts';
import { requireFileRoom } from '../domain/quotas/index.ts';
import { Failure, invalidParam } from '../platform/errors.ts';
import type { Ctx } from '../storage/context.ts';
import type { HttpDeps } from './deps.ts';
import { boundaryOf, FORM_LIMITS, limitBoundaries } from './form-guard.ts';
import { requireUtf8 } from './json-parser.ts';

type UploadDeps = Pick<HttpDeps, 'config' | 'files'>;

/** After a refused upload, the rest is read for at most this time before the response: a client that is still sending does not read it. */
const LINGER_MS = 2_000;
/** Size of the form around the file. */
const FORM_BYTES = 65_536;

/**
 * Stores the file of the form, then finishes the request with it. Deletes the file again if the request failed or was a replay. The
 * idempotency fingerprint consists of name and hash of the file.
 */
export async function withUpload<T extends { replayed?: boolean }>(
  deps: UploadDeps,
  ctx: Ctx,
  request: FastifyRequest,
  finish: (upload: Received) => Promise<T>,
): Promise<T> {
  const upload = await receiveFrom(deps, ctx, request).catch(async (error: unknown) => {
    await discardRest(request);
    throw error;
  });
  request.rawBody = JSON.stringify([upload.name, upload.sha256]);
  try {
    const finished = await finish(upload);
    if (finished.replayed) await dropUnclaimed(ctx, upload);
    return finished;
  } catch (error) {
    await dropUnclaimed(ctx, upload);
    if (!(error instanceof UnclaimedTooLong)) throw error;
    throw new Failure('service_unavailable', { message: 'The upload took too long; send it again' });
  }
}

async function receiveFrom({ config, files }: UploadDeps, ctx: Ctx, request: FastifyRequest): Promise<Received> {
  const maxBytes = config.FILE_MAX_BYTES;
  requireForm(request);
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes + FORM_BYTES) throw tooLarge(maxBytes);
  await requireFileRoom(ctx, { files: 1, bytes: Math.max(1, announced - FORM_BYTES) });
  const parts = readForm(request.parts({ limits: FORM_LIMITS }));
  let received: Received | undefined;
  try {
    for await (const part of parts) {
      if (part.type !== 'file' || part.fieldname !== 'file' || received) throw unexpected(part);
      received = await receive(ctx, files, { name: nameOf(part.filename), stream: readForm(part.file), maxBytes });
    }
  } catch (error) {
    if (received) await dropUnclaimed(ctx, received);
    throw error;
  }
  if (!received) throw invalidParam('file', 'required', 'Send the file in a part called file');
  return received;
}

const REPLACEMENT = '\ufffd';

/** Returns the name of a file. Refuses U+FFFD, by which the form parser replaces invalid UTF-8: the real name is lost. */
function nameOf(filename: string | undefined): string | undefined {
  if (filename?.includes(REPLACEMENT))
    throw invalidParam('file', 'invalid_string', 'The file name is not valid UTF-8, or holds the replacement character U+FFFD');
  return spelledOut(filename);
}

/** Decodes the three characters that browsers escape in a file name. */
const spelledOut = (filename: string | undefined): string | undefined => filename?.replaceAll('%22', '"').replace(/%0[ad]/gi, '');

function requireForm(request: FastifyRequest): void {
  if (!request.isMultipart() || (request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new Failure('unsupported_media_type', {
      message: 'Send the file as Content-Type: multipart/form-data, not compressed, in a part called file',
    });
  }
  requireUtf8(request.headers['content-type']);
  const boundary = boundaryOf(request.headers['content-type']);
  if (boundary === undefined)
    throw invalidParam('file', 'custom', 'Write the Content-Type as multipart/form-data; boundary=..., with nothing else');
  limitBoundaries(request.raw, boundary);
}

/** Turns errors of the form parser into a failure: the form is malformed or incomplete. */
async function* readForm<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    throw invalidParam('file', 'custom', `The form could not be read to its end: ${(error as Error).message}`);
  }
}

function unexpected(part: Multipart): Failure {
  if (part.type === 'field' && part.fieldname === 'file')
    return invalidParam('file', 'invalid_type', 'This part must be a file: give it a filename');
  if (part.fieldname === 'file') return invalidParam('file', 'too_big', 'One file at a time');
  return invalidParam(part.fieldname, 'unrecognized_keys', 'There is no such part here; send one, called file');
}

/** Reads and discards the rest of the body for a moment, so that the client reaches the end and reads the response. */
async function discardRest({ raw }: FastifyRequest): Promise<void> {
  raw.unpipe();
  raw.resume();
  const over = new AbortController();
  raw.once('close', () => over.abort());
  raw.once('end', () => over.abort());
  if (!raw.readableEnded && !raw.destroyed) await wait(LINGER_MS, undefined, { signal: over.signal }).catch(() => undefined);
}
