import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';

/**
 * More than an upload has: one part, and a few that are refused in words that help. The library makes a stream for every part,
 * which takes some 20 microseconds, and a packet can hold ten thousand.
 */
const MOST_BOUNDARIES = 12;

/** Limits for the library. Beyond `parts`, it would leave the errors of parts unheard, which ends the process; so it has none. */
export const FORM_LIMITS = { fileSize: Number.POSITIVE_INFINITY, parts: Number.POSITIVE_INFINITY, files: 2, fields: 2 };

/** As every client writes it. Another spelling could name one boundary to us and another one to the library. */
const FORM_TYPE =
  /^multipart\/form-data(?:; *charset=[\w-]{1,20})?; *boundary=("?)([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])\1(?:; *charset=[\w-]{1,20})? *$/i;

/** Returns the boundary that a content type names, or nothing where it names none or in an unusual way. */
export const boundaryOf = (contentType: string | undefined): string | undefined => FORM_TYPE.exec(contentType ?? '')?.[2];

/** Ends the reading of a form, with an error for its reader, where more boundaries come than an upload can have. */
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
    reader.emit('error', new Error(`it has more than ${MOST_BOUNDARIES} parts`)); // a pipe ends with its reader's error
    return true;
  }) as Writable['write'];
}

/** Counts how often something is in a chunk, up to a number. */
function countIn(chunk: Buffer, sought: Buffer, most: number): number {
  let count = 0;
  for (let at = chunk.indexOf(sought); at !== -1 && count < most; at = chunk.indexOf(sought, at + sought.length)) count++;
  return count;
}
