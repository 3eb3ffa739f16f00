import { setTimeout as wait } from 'node:timers/promises';
import { openClient } from '../bench/seed-runs.ts';
import { atEnd } from '../chaos/endings.ts';
import { post } from './operations.ts';
import type { Place } from './place.ts';

/** Messages come from the same contacts again and again, so that rows of chats have many dead versions. */
const CALLBACK_EVERY_MS = 500;
const MESSAGES = 20;

/**
 * Holds a snapshot open in the installation whose size is not 0, as a report or a backup does, and writes messages to both until the
 * curve is measured. Returns after the longest of the sizes.
 */
export async function holdSnapshot(place: Place, sizes: number[]): Promise<void> {
  if (place.size > 0) await openSnapshot(place);
  const writes = startWrites(place);
  atEnd(writes.stop);
  const endsAt = performance.now() + Math.max(...sizes) * 1_000;
  while (performance.now() < endsAt && !writes.failure()) await wait(100);
  const failure = writes.failure();
  if (failure) throw failure;
  const { rows } = await place.client.query<{ dead: string }>('select sum(n_dead_tup) as dead from pg_stat_user_tables');
  console.log(`snapshotSeconds=${place.size} messagesWritten=${writes.written()} deadRows=${rows[0]?.dead}`);
}

async function openSnapshot({ environment }: Place): Promise<void> {
  const holder = await openClient(environment.url);
  atEnd(() => holder.end());
  await holder.query('begin isolation level repeatable read');
  await holder.query('select count(*) from chats');
}

/** Writes at a constant rate. A callback that is not answered delays the next one, so that at most one is open. */
function startWrites({ serverUrl, tenants }: Place) {
  const [tenant] = tenants;
  if (!tenant) throw new Error('an installation without tenants');
  let [isStopping, written, failure] = [false, 0, undefined as Error | undefined];
  const writing = (async () => {
    while (!isStopping) {
      const pause = wait(CALLBACK_EVERY_MS);
      const callback = { channelId: tenant.channelId, run: `write${written}`, from: 0, count: MESSAGES };
      await post(serverUrl, callback);
      written += MESSAGES;
      await pause;
    }
  })().catch((error: Error) => {
    failure = error;
  });
  return {
    written: () => written,
    failure: () => failure,
    async stop() {
      isStopping = true;
      await writing;
      if (failure) throw failure;
    },
  };
}
