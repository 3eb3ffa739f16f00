/** Who brought it. */
export type FileSource = 'upload' | 'inbound' | 'export';

/**
 * What is known of a file. A pending one is promised: a message may already refer to it while its bytes are on their way.
 * Its name and type are those that were declared; the type of a ready file is what its bytes are.
 */
export type File = {
  id: string;
  name: string;
  mimeType: string;
  sizeBytes: number | null;
  sha256: string | null;
  status: 'pending' | 'ready' | 'failed';
  error: string | null;
  source: FileSource;
  createdAt: Date;
  updatedAt: Date;
};

/** A file whose bytes can be read. */
export type ReadyFile = File & { status: 'ready'; sizeBytes: number; sha256: string };

const LONGEST_NAME = 200;
const LONGEST_EXTENSION = 20;

/**
 * A name people can read, and nothing more: no folders, no line breaks, nothing invisible that could make it look like
 * another one. It is shown and sent as a header, and never becomes a path.
 */
export function cleanName(given: string | undefined): string {
  const last = (given ?? '').toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFD]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /^\.*$/.test(name) ? 'file' : shorten(name);
}

/** The extension stays, because people know files by it. */
function shorten(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= LONGEST_NAME) return name;
  const extension = Array.from(/\.[^.]*$/.exec(name)?.[0] ?? '');
  const kept = extension.length <= LONGEST_EXTENSION ? extension : [];
  return [...characters.slice(0, LONGEST_NAME - kept.length), ...kept].join('');
}
