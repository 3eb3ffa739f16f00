import { readFileSync } from 'node:fs';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { createClient } from '@redis/client';
import { listProcesses } from '../../ratios/processes.ts';

/** Bytes in NATS and Redis: what this installation has there, and the whole servers, which others may use too. */
export type EngineBytes = { natsOwn: number; natsServer: number; redisOwn: number; redisServer: number };
export type Engines = { read(): Promise<EngineBytes>; close(): Promise<void> };

export async function openEngines({
  NATS_PREFIX,
  REDIS_PREFIX,
}: {
  NATS_PREFIX: string;
  REDIS_PREFIX: string;
}): Promise<Engines> {
  const nats = await connect({ servers: process.env.NATS_URL ?? 'nats://127.0.0.1:4222' });
  const manager = await jetstreamManager(nats);
  const redis = createClient({ url: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379' });
  await redis.connect();
  const streamBytes = async () => {
    let bytes = 0;
    for await (const { config, state } of manager.streams.list()) if (config.name.startsWith(NATS_PREFIX)) bytes += state.bytes;
    return bytes;
  };
  const keyBytes = async () => {
    let bytes = 0;
    for await (const keys of redis.scanIterator({ MATCH: `${REDIS_PREFIX}*`, COUNT: 1_000 }))
      for (const key of keys) bytes += (await redis.memoryUsage(key)) ?? 0;
    return bytes;
  };
  return {
    async read() {
      const used = /^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1];
      return { natsOwn: await streamBytes(), natsServer: natsRss(), redisOwn: await keyBytes(), redisServer: Number(used) };
    },
    async close() {
      redis.destroy();
      await nats.close();
    },
  };
}

/** Returns the resident bytes of all NATS servers of this machine; 0 where NATS runs on another. */
function natsRss(): number {
  const servers = listProcesses().filter(({ name }) => name === 'nats-server');
  return servers.reduce((sum, { pid }) => sum + rssOf(pid), 0);
}

function rssOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;
  } catch {
    return 0; // ended meanwhile
  }
}
