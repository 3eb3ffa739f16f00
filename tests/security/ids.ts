import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { systemClock } from '../../server/src/platform/clock.ts';
import { newId } from '../../server/src/platform/ids.ts';
import type { Kind, Things } from './fixtures.ts';

/**
 * An id a hostile caller may try, and what it is the id of. `unknown` ids are the measure: whatever a foreign or a deleted id
 * answers must be the same, byte for byte. A malformed one must only be refused.
 */
export type TriedId = { value: string; sort: 'unknown' | 'foreign' | 'deleted' | 'malformed'; kind?: Kind };

export type Targets = { tenantIds: string[]; foreign: Things[]; deleted: Partial<Things>[] };

export function idsToTry({ tenantIds, foreign, deleted }: Targets, spelled: string): TriedId[] {
  const all = (sort: TriedId['sort'], values: string[]): TriedId[] => values.map((value) => ({ value, sort }));
  const each = (sort: TriedId['sort'], sets: Partial<Things>[]): TriedId[] =>
    sets.flatMap((things) => Object.entries(things).map(([kind, value]) => ({ value, sort, kind: kind as Kind })));
  return [
    ...all('unknown', [newId(systemClock), randomUUID()]),
    ...all('foreign', tenantIds),
    ...each('foreign', foreign),
    ...each('deleted', deleted),
    ...all('malformed', malformed(spelled)),
  ];
}

/**
 * What a place must be tried with, and of the rest one in so many, others at the next place: unknown ids, and those of
 * the very kind that it takes. Which those are follows from the place alone, so that a run that failed can be run again.
 */
export const oneIn = (share: number, ids: TriedId[], wanted: Kind | undefined, place: string): TriedId[] =>
  ids.filter(
    ({ sort, kind }, i) => sort === 'unknown' || (kind !== undefined && kind === wanted) || crc32(`${place} ${i}`) % share === 0,
  );

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
