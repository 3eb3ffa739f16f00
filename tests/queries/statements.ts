import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recorded } from './record.ts';

/** A statement with the values that were sent with it. The fingerprint is the same for any number of inserted rows. */
export type Sent = { fingerprint: string; text: string; samples: Recorded[] };

/** Statements that have a plan. Others (begin, set, listen) read no table. */
const PLANNED = /^\s*(select|insert|update|delete|with|merge|values)\b/i;

/** Returns the statement on one line, without the numbers of parameters, and with one row of a list of rows. */
export const normalized = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\$\d+/g, '$')
    .replace(/(\([^()]*\$[^()]*\))(, ?\1)+/g, '$1')
    .replace(/\$(::\w+(\[\])?)?(, ?\$(::\w+(\[\])?)?)+/g, '$, …')
    .trim();

/** Statements of different roles have different plans: policies add conditions. */
export const fingerprintOf = ({ role, viewer, text }: Recorded): string =>
  createHash('sha256')
    .update(`${viewer[2] ?? role} ${normalized(text)}`)
    .digest('hex')
    .slice(0, 12);

export function readStatements(folder: string): Sent[] {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  const byFingerprint = new Map<string, Sent>();
  for (const line of lines.filter(Boolean)) {
    const recorded = JSON.parse(line) as Recorded;
    if (!PLANNED.test(recorded.text)) continue;
    const fingerprint = fingerprintOf(recorded);
    const sent = byFingerprint.get(fingerprint) ?? { fingerprint, text: normalized(recorded.text), samples: [] };
    sent.samples.push(recorded);
    byFingerprint.set(fingerprint, sent);
  }
  return [...byFingerprint.values()].sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
}
