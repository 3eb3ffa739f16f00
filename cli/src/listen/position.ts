import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing, writeForOwner } from '../profiles.ts';

/** Up to where events have been passed on, and which of the last ones: after a reconnect the feed repeats a few seconds. */
export type Position = { lastId: string; recent: string[] };

const REMEMBERED = 1_000;

export const hasSeen = ({ recent }: Position, id: string): boolean => recent.includes(id);

/** Ids sort by age. One that was made earlier and came later must not move the position back. */
export const advance = ({ lastId, recent }: Position, id: string): Position => ({
  lastId: id > lastId ? id : lastId,
  recent: [...recent, id].slice(-REMEMBERED),
});

/** Before anything that can have happened. Not the very first instant: the server looks a few seconds before the id it is given. */
export const BEFORE_EVERYTHING = new Date('2000-01-01T00:00:00Z');

/** The smallest id of an instant: a UUIDv7 begins with the milliseconds. */
export function idAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

export type Keeper = { load(): Promise<Position | undefined>; save(position: Position): Promise<void>; forget(): Promise<void> };

/** One file per server, tenant, target and set of types: listening for other things elsewhere has a position of its own. */
export function openKeeper(configFolder: string, subject: readonly string[]): Keeper {
  const folder = join(configFolder, 'positions');
  const name = `${createHash('sha256').update(JSON.stringify(subject)).digest('hex').slice(0, 24)}.json`;
  return {
    async load() {
      const text = await readFile(join(folder, name), 'utf8').catch(ifMissing);
      return text === undefined ? undefined : parsePosition(text);
    },
    save: (position) => writeForOwner(folder, name, JSON.stringify(position)),
    forget: () => rm(join(folder, name), { force: true }),
  };
}

/** A file that is damaged is as good as none. */
export function parsePosition(text: string): Position | undefined {
  try {
    const { lastId, recent } = JSON.parse(text) as Partial<Position>;
    return typeof lastId === 'string' && Array.isArray(recent) ? { lastId, recent } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the tenant of the token, without verifying it: the server decides what the token may read. */
export function tenantOf(token: string): string {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { tid?: string };
    return claims.tid ?? '';
  } catch {
    return '';
  }
}
