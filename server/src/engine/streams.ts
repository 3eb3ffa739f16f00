import { AckPolicy, type JetStreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { Config } from '../platform/config.ts';

const NANOSECONDS_PER_SECOND = 1_000_000_000;
const MOST_UNACKED = 5_000;

export type StreamConfig = Pick<Config, 'NATS_PREFIX' | 'NATS_REPLICAS' | 'NATS_SHARDS' | 'JOB_LEASE_SECONDS'>;

/** One stream of jobs. A tenant's jobs are all in one; more streams spread tenants over more leaders of a cluster. */
export type Shard = {
  name: string;
  /** The subject as this stream knows it. */
  subject(subject: string): string;
  ensure(manager: JetStreamManager): Promise<void>;
  ensureConsumer(manager: JetStreamManager, subject: string): Promise<string>;
  oldest(manager: JetStreamManager): Promise<Date | null>;
};

export const createShards = (config: StreamConfig): Shard[] =>
  Array.from({ length: config.NATS_SHARDS }, (_, number) => createShard(config, number));

/** The payload of a job begins with its tenant's id, whose last digits are random. */
export const shardOf = <T>(shards: T[], payload: string): T =>
  shards[Number.parseInt(payload.slice(28, 36), 16) % shards.length] as T;

function createShard(config: StreamConfig, number: number): Shard {
  const name = `${config.NATS_PREFIX}jobs-${number}`;
  const subject = (wanted: string) => `${name}.${wanted}`;
  return {
    name,
    subject,

    /** Makes the stream when it is not there: at the start, and after the store was lost. */
    async ensure(manager) {
      const storage = { retention: RetentionPolicy.Workqueue, storage: StorageType.File, num_replicas: config.NATS_REPLICAS };
      await manager.streams.add({ name, subjects: [`${name}.>`], ...storage });
    },

    async ensureConsumer(manager, wanted) {
      const durable = wanted.replaceAll('.', '-');
      const settings = {
        ack_wait: config.JOB_LEASE_SECONDS * NANOSECONDS_PER_SECOND, // a worker silent for so long is taken for dead
        max_ack_pending: MOST_UNACKED,
      };
      const consumer = { ...settings, durable_name: durable, ack_policy: AckPolicy.Explicit, filter_subject: subject(wanted) };
      await manager.consumers.add(name, consumer).catch(() => manager.consumers.update(name, durable, settings)); // there, with other settings
      return durable;
    },

    /**
     * When the oldest message that nobody has finished was published. After a crash a stream can hold messages that its
     * consumers know as acknowledged: nobody will ever get them, and the oldest of them would look like work for ever.
     * They are removed before the stream is believed.
     */
    async oldest(manager) {
      let { state } = await manager.streams.info(name);
      let alive = 0;
      const finished: { filter: string; seq: number }[] = [];
      for await (const { config, ack_floor, num_pending, num_ack_pending } of manager.consumers.list(name)) {
        alive += num_pending + num_ack_pending;
        finished.push({ filter: String(config.filter_subject), seq: ack_floor.stream_seq + 1 });
      }
      if (state.messages > alive) {
        for (const below of finished) await manager.streams.purge(name, below);
        ({ state } = await manager.streams.info(name));
      }
      return state.messages === 0 ? null : new Date(state.first_ts);
    },
  };
}
