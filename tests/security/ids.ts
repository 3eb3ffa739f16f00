import { randomUUID } from 'node:crypto';
import { systemClock } from '../../server/src/platform/clock.ts';
import { newId } from '../../server/src/platform/ids.ts';
import type { Things } from './things.ts';

/**
 * An id a hostile caller may try. `unknown` ids are the measure: whatever a foreign or a deleted id answers must be
 * the same, byte for byte. A malformed one must only be refused.
 */
export type TriedId = { value: string; sort: 'unknown' | 'foreign' | 'deleted' | 'malformed' };

export type Targets = { tenantIds: string[]; foreign: Things[]; deleted: Partial<Things>[] };

export function idsToTry({ tenantIds, foreign, deleted }: Targets, spelled: string): TriedId[] {
  const all = (sort: TriedId['sort'], values: string[]): TriedId[] => values.map((value) => ({ value, sort }));
  return [
    ...all('unknown', [newId(systemClock), randomUUID()]),
    ...all('foreign', [...tenantIds, ...foreign.flatMap((things) => Object.values(things))]),
    ...all(
      'deleted',
      deleted.flatMap((things) => Object.values(things)),
    ),
    ...all('malformed', malformed(spelled)),
  ];
}

/** Broken ids, and the spellings of a real one that a database or a router might fold into the real one. */
const malformed = (id: string): string[] => [
  'abc',
  '0',
  '-1',
  ' ',
  '*',
  'null',
  'undefined',
  '../..',
  'raw:../..',
  'raw:%2e%2e%2f%2e%2e',
  'raw:%00',
  'raw:%',
  'raw:%zz',
  'raw:%c0%ae',
  '\0',
  "' or 1=1",
  "' or '1'='1' --",
  '"; drop table contacts; --',
  '$1',
  '{"$ne":null}',
  'x'.repeat(300),
  '\u{1f4a9}',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  id.toUpperCase(),
  `{${id}}`,
  `urn:uuid:${id}`,
  id.replaceAll('-', ''),
  `${id} `,
  `${id}\0`,
  `${id}/..`,
  `${id},${id}`,
  id.slice(0, -1),
];
