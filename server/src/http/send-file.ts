import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenFile, ReadyFile } from '../domain/files/index.ts';
import { Failure } from '../platform/errors.ts';
import type { ByteRange } from '../platform/file-store/index.ts';

/**
 * Sends a file or a range of it so that no browser executes it: the content type is the detected one, sniffing is off, and types that can
 * contain scripts are sent as downloads.
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, read }: OpenFile,
  cacheControl = 'private, no-store',
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`;
  const headers = { ...safeHeaders(file), 'cache-control': cacheControl, etag, 'accept-ranges': 'bytes' };
  if (matches(request.headers['if-none-match'], etag)) return reply.headers(headers).code(304).send();
  const range = rangeFor(request, etag, file.sizeBytes);
  const { from, to } = range ?? { from: 0, to: file.sizeBytes - 1 };
  // Headers follow after the file was opened: a failure must not be cached for a year.
  const bytes = request.method === 'HEAD' ? undefined : await read(range);
  reply.headers({ ...headers, 'content-length': String(to - from + 1) });
  if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${file.sizeBytes}`);
  return reply.send(bytes);
}

/** Types that browsers show inline: images, audio and video without scripts. */
const SHOWN = new Set([
  'image/apng',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/x-m4a',
  'video/3gpp',
  'video/mp4',
  'video/ogg',
  'video/quicktime',
  'video/webm',
  'video/x-m4v',
]);

/** Types that a browser or a plug-in can execute. Such a file is sent with a neutral type. */
const RUNS = /html|xml|svg|xsl|script|flash|java|wasm|^message\/|^multipart\//i;

export function safeHeaders({ mimeType, name }: Pick<ReadyFile, 'mimeType' | 'name'>): Record<string, string> {
  const isShown = SHOWN.has(mimeType.split(';')[0] ?? '');
  return {
    'content-type': RUNS.test(mimeType) ? 'application/octet-stream' : mimeType,
    'content-disposition': contentDisposition(isShown ? 'inline' : 'attachment', name),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': isShown ? 'cross-origin' : 'same-origin',
  };
}

/** Returns the header with the name in ASCII and as in RFC 5987. All characters that could end the header or its quotes are escaped. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed().replace(/\p{Cc}/gu, '')).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Returns the requested range, unless If-Range names another version of the file. */
function rangeFor(request: FastifyRequest, etag: string, sizeBytes: number): ByteRange | undefined {
  const wanted = request.headers['if-range'];
  return wanted === undefined || wanted === etag ? parseRange(request.headers.range, sizeBytes) : undefined;
}

/** Parses one range. Several ranges or an invalid header get the whole file, as RFC 9110 allows. */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const from = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (from <= to) return { from, to };
  throw new Failure('range_not_satisfiable', { headers: { 'content-range': `bytes */${sizeBytes}` } });
}

const matches = (header: string | undefined, etag: string): boolean =>
  (header ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === etag || one === '*');
