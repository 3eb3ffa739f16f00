import { AckPolicy, type JetStreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { Config } from '../platform/config.ts';

const NANOSECONDS_PER_SECOND = 1_000_000_000;
const MOST_UNACKED = 5_000;
/** A message older than this is no help to anyone: its job is told again by then, and a crash may have left it behind. */
const LEASES_KEPT = 10;

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
      const age = LEASES_KEPT * config.JOB_LEASE_SECONDS * NANOSECONDS_PER_SECOND;
      const settings = { subjects: [`${name}.>`], num_replicas: config.NATS_REPLICAS, max_age: age, duplicate_window: age };
      const stream = { ...settings, name, retention: RetentionPolicy.Workqueue, storage: StorageType.File };
      await manager.streams.add(stream).catch(() => manager.streams.update(name, settings)); // there, with other settings
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
     * When the oldest message that nobody has finished was published. The consumers are asked whether there is any: after
     * a crash a stream can hold messages they know as acknowledged, which nobody will ever get.
     */
    async oldest(manager) {
      let alive = 0;
      for await (const consumer of manager.consumers.list(name)) alive += consumer.num_pending + consumer.num_ack_pending;
      return alive === 0 ? null : new Date((await manager.streams.info(name)).state.first_ts);
    },
  };
}
