import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';

/**
 * More boundaries than an upload has: one part, and a few more so that the error can name them. The library creates a stream for every
 * part, which takes about 20 microseconds, and a packet can contain ten thousand parts.
 */
const MOST_BOUNDARIES = 12;

/** Limits of the library. `parts` is unlimited: above it, errors of parts have no listener, which would end the process. */
export const FORM_LIMITS = { fileSize: Number.POSITIVE_INFINITY, parts: Number.POSITIVE_INFINITY, files: 2, fields: 2 };

/** The usual spelling. In another spelling, the library might read a different boundary than this pattern. */
const FORM_TYPE =
  /^multipart\/form-data(?:; *charset=[\w-]{1,20})?; *boundary=("?)([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])\1(?:; *charset=[\w-]{1,20})? *$/i;

/** Returns the boundary of a content type, or undefined when it has none or an unusual spelling. */
export const boundaryOf = (contentType: string | undefined): string | undefined => FORM_TYPE.exec(contentType ?? '')?.[2];

/** Fails the stream of a form that has more boundaries than an upload can have. */
export function limitBoundaries(raw: IncomingMessage, boundary: string): void {
  const pipe = raw.pipe.bind(raw);
  raw.pipe = (reader, options) => {
    limitWrites(reader as unknown as Writable, boundary);
    return pipe(reader, options);
  };
}

function limitWrites(reader: Writable, boundary: string): void {
  const write = reader.write.bind(reader) as (chunk: Buffer) => boolean;
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  let seen = 0;
  reader.write = ((chunk: Buffer) => {
    if (seen > MOST_BOUNDARIES) return true;
    seen += countIn(chunk, delimiter, MOST_BOUNDARIES + 1 - seen);
    if (seen <= MOST_BOUNDARIES) return write(chunk);
    reader.emit('error', new Error(`it has more than ${MOST_BOUNDARIES} parts`)); // the error of the reader ends the pipe
    return true;
  }) as Writable['write'];
}

/** Counts occurrences in a chunk, up to `most`. */
function countIn(chunk: Buffer, sought: Buffer, most: number): number {
  let count = 0;
  for (let at = chunk.indexOf(sought); at !== -1 && count < most; at = chunk.indexOf(sought, at + sought.length)) count++;
  return count;
}
