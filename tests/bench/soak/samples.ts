import { atEnd } from '../../chaos/endings.ts';
import { autovacuumNaptime, type DatabaseState, deadRowsLimit, readDatabase } from './database.ts';
import { openEngines } from './engines.ts';
import { countDueJobs } from './load.ts';
import type { Setup } from './setup.ts';
import type { Sample } from './verdict.ts';

/** Returns a function that takes a sample. Bytes per message and changed rows count from now on. */
export async function openSampler({ client, api, worker, environment }: Setup): Promise<() => Promise<Sample>> {
  const engines = await openEngines(environment.env);
  atEnd(engines.close);
  const naptime = await autovacuumNaptime(client);
  const [first, startedAt] = [await readDatabase(client), performance.now()];
  return async () => {
    const seconds = (performance.now() - startedAt) / 1_000;
    const [ofApi, ofWorker] = [await api.memory(), await worker.memory()];
    const now = await readDatabase(client);
    const engine = await engines.read();
    const perMessage = (of: (state: DatabaseState) => number) =>
      (of(now) - of(first)) / Math.max(1, now.messages - first.messages);
    const changedPerSecond = (now.changedRows - first.changedRows) / Math.max(1, seconds);
    return {
      seconds,
      apiRssBytes: ofApi.rssBytes,
      apiHeapBytes: ofApi.heapBytes,
      workerRssBytes: ofWorker.rssBytes,
      workerHeapBytes: ofWorker.heapBytes,
      databaseConnections: now.connections,
      natsOwnBytes: engine.natsOwn,
      redisOwnBytes: engine.redisOwn,
      bytesPerMessage: perMessage(({ tableBytes, indexBytes }) => tableBytes + indexBytes),
      deadRows: now.deadRows,
      deadRowsLimit: deadRowsLimit(now.deadRowsBelowThreshold, changedPerSecond, naptime),
      dueJobs: await countDueJobs(client),
      natsServerBytes: engine.natsServer,
      redisServerBytes: engine.redisServer,
      tableBytesPerMessage: perMessage(({ tableBytes }) => tableBytes),
      indexBytesPerMessage: perMessage(({ indexBytes }) => indexBytes),
    };
  };
}
