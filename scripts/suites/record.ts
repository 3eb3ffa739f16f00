import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** docs/nightly.json: the result of the last full run of each suite. The file is committed with each version. */
const Entry = z.strictObject({
  suite: z.string(),
  verdict: z.enum(['ok', 'failed']),
  seconds: z.number(),
  figures: z.record(z.string(), z.string()),
  commit: z.string(),
  at: z.string(),
});
const Nightly = z.strictObject({ suites: z.array(Entry) });
export type Entry = z.infer<typeof Entry>;

const file = fileURLToPath(new URL('../../docs/nightly.json', import.meta.url));

export function readRecord(): Entry[] {
  return existsSync(file) ? Nightly.parse(JSON.parse(readFileSync(file, 'utf8'))).suites : [];
}

/** Replaces the entry of a suite and writes the file atomically, in the order of the table. An interrupted run loses nothing. */
export function saveEntry(entry: Entry, order: string[]): void {
  const others = readRecord().filter(({ suite }) => suite !== entry.suite && order.includes(suite));
  const sorted = [...others, entry].sort((a, b) => order.indexOf(a.suite) - order.indexOf(b.suite));
  writeFileSync(`${file}.new`, `${JSON.stringify({ suites: sorted }, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}
