import { setTimeout as sleep } from 'node:timers/promises';
import { type Channel, endTokenLease, replaceSecrets, type TokenLease, takeTokenLease } from '../domain/channels/index.ts';
import type { SecretBox } from '../platform/secrets.ts';
import type { Ctx } from '../storage/context.ts';
import { openSettings, resealSecrets, type Settings } from './settings.ts';

/** A secret that the provider replaced when it was used. */
export type Rotation = { name: string; from: string; to: string };

/** For adapters whose secret is exchanged for a token: OAuth 2.0. */
export type ChannelCredentials = {
  /** A cache key of the channel and the version of its settings. */
  key: string;
  /**
   * Calls `act` with the channel's newest settings while no other process does, and stores a replaced secret before another process
   * can start. Throws when another process takes too long.
   */
  exchange<T>(act: (settings: never) => Promise<{ result: T; rotation?: Rotation | undefined }>): Promise<T>;
};

const LOOK_AGAIN_MS = 100;
const PATIENCE_MS = 20_000;

export function channelCredentials(
  secrets: SecretBox,
  ctx: Ctx,
  { id: channelId, settingsVersion }: Pick<Channel, 'id' | 'settingsVersion'>,
): ChannelCredentials {
  const own: Ctx = { ...ctx, db: { database: ctx.db.database }, departure: undefined }; // outlives what it was opened for
  return {
    key: `${ctx.tenantId} ${channelId} ${settingsVersion}`,
    async exchange(act) {
      const lease = await leaseInTime(own, channelId);
      try {
        const settings = openSettings(secrets, { id: channelId, settings: lease.settings }, lease.sealed);
        const { result, rotation } = await act((settings ?? {}) as never);
        if (rotation) await replaceSecrets(own, channelId, (sealed) => rotated(secrets, channelId, sealed, rotation));
        return result;
      } finally {
        await endTokenLease(own, channelId, lease.id);
      }
    },
  };
}

async function leaseInTime(ctx: Ctx, channelId: string): Promise<TokenLease> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const lease = await takeTokenLease(ctx, channelId);
    if (lease) return lease;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new Error('Another process is exchanging the tokens of this channel and has not finished');
}

/** Returns undefined if the secret was changed meanwhile: the new one is newer than this answer. */
function rotated(secrets: SecretBox, channelId: string, sealed: Buffer, { name, from, to }: Rotation): Buffer | undefined {
  return resealSecrets(secrets, channelId, sealed, (known: Settings) =>
    known[name] === from ? { ...known, [name]: to } : undefined,
  );
}
