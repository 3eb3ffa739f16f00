import { createHash, createHmac, randomBytes } from 'node:crypto';
import { remember } from './bounded.ts';
import type { Account, Environment } from './environment.ts';

/** A file that a person sent or that the business uploaded. */
export type Media = {
  id: string;
  bytes: Buffer;
  mimeType: string;
  fileName: string | null;
  sha256: string;
  downloads: number;
};

export type MediaInput = { bytesBase64: string; mimeType: string; fileName?: string; caption?: string };

const MOST_FILES = 2_000;
/** Signs URLs, so that their expiry cannot be changed. */
const addressKey = randomBytes(16);

export function saveMedia(account: Account, id: string, bytes: Buffer, mimeType: string, fileName: string | null): Media {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const media = { id, bytes, mimeType, fileName, sha256, downloads: 0 };
  remember(account.media, id, media, MOST_FILES);
  return media;
}

export function findMedia(environment: Environment, id: string): { account: Account; media: Media } | undefined {
  for (const account of environment.accounts.values()) {
    const media = account.media.get(id);
    if (media) return { account, media };
  }
  return undefined;
}

/** Returns the query of a URL that is valid for the account's mediaUrlSeconds. */
export function expiringQuery(environment: Environment, account: Account, id: string): string {
  const untilSeconds = Math.floor(environment.clock.now() / 1000) + account.knobs.mediaUrlSeconds;
  return `ext=${untilSeconds}&hash=${signature(id, untilSeconds)}`;
}

export function stillWorks(environment: Environment, id: string, query: { ext?: string; hash?: string }): boolean {
  const untilSeconds = Number(query.ext);
  return query.hash === signature(id, untilSeconds) && environment.clock.now() / 1000 < untilSeconds;
}

/** Counts a download and returns whether it must fail. */
export const failsThisTime = (account: Account, media: Media) => ++media.downloads <= account.knobs.mediaFailures;

const signature = (id: string, untilSeconds: number) =>
  createHmac('sha256', addressKey).update(`${id}:${untilSeconds}`).digest('hex').slice(0, 32);
