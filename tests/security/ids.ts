import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { systemClock } from '../../server/src/platform/clock.ts';
import { newId } from '../../server/src/platform/ids.ts';
import type { Kind, Things } from './fixtures.ts';

/**
 * An id that a hostile caller may try, and its kind. The response to a foreign or deleted id must equal that to an `unknown` one, byte for
 * byte. A malformed id must be refused.
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
 * Returns the ids for a parameter: always unknown ids and those of its own kind, and a share of the others, different at the next
 * parameter. The selection depends on the parameter only, so that a failed run can be repeated.
 */
export const oneIn = (share: number, ids: TriedId[], wanted: Kind | undefined, place: string): TriedId[] =>
  ids.filter(
    ({ sort, kind }, i) => sort === 'unknown' || (kind !== undefined && kind === wanted) || crc32(`${place} ${i}`) % share === 0,
  );

/** Malformed ids, and variants of a real id that a database or a router might normalise to it. */
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
