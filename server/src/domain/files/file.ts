/** The origin of the file. */
export type FileSource = 'upload' | 'inbound' | 'export';

/**
 * A file. A pending one has no bytes yet, but a message can already refer to it; its name and type are the declared ones. The
 * type of a ready file is detected from its bytes.
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

/** A file with bytes. */
export type ReadyFile = File & { status: 'ready'; sizeBytes: number; sha256: string };

const LONGEST_NAME = 200;
const LONGEST_EXTENSION = 20;

/**
 * Returns a readable file name: no folders, no line breaks, no invisible characters. It is shown and sent as a header, and never
 * used as a path.
 */
export function cleanName(given: string | undefined): string {
  const last = (given ?? '').toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFD]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /^\.*$/.test(name) ? 'file' : shorten(name);
}

/** Shortens a name and keeps its extension. */
function shorten(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= LONGEST_NAME) return name;
  const extension = Array.from(/\.[^.]*$/.exec(name)?.[0] ?? '');
  const suffix = extension.length <= LONGEST_EXTENSION ? extension : [];
  return [...characters.slice(0, LONGEST_NAME - suffix.length), ...suffix].join('');
}
