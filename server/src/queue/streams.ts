import { AckPolicy, type JetStreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { Config } from '../platform/config.ts';

const NANOSECONDS_PER_SECOND = 1_000_000_000;
const MOST_UNACKED = 5_000;
/** The age in leases at which a message is dropped: its job is published again by then, and a crash may have left the message behind. */
const LEASES_KEPT = 10;

export type StreamConfig = Pick<Config, 'NATS_PREFIX' | 'NATS_REPLICAS' | 'NATS_SHARDS' | 'JOB_LEASE_SECONDS'>;

/** One stream of jobs. All jobs of a tenant are in one stream. More streams spread tenants over more leaders of a cluster. */
export type Shard = {
  name: string;
  /** Returns the subject with the prefix of this stream. */
  subject(subject: string): string;
  ensure(manager: JetStreamManager): Promise<void>;
  ensureConsumer(manager: JetStreamManager, subject: string): Promise<string>;
  oldest(manager: JetStreamManager): Promise<Date | null>;
};

export const createShards = (config: StreamConfig): Shard[] =>
  Array.from({ length: config.NATS_SHARDS }, (_, number) => createShard(config, number));

/** Returns the shard of a message. Its payload begins with the tenant's id, whose last digits are random. */
export const shardOf = <T>(shards: T[], payload: string): T =>
  shards[Number.parseInt(payload.slice(28, 36), 16) % shards.length] as T;

function createShard(config: StreamConfig, number: number): Shard {
  const name = `${config.NATS_PREFIX}jobs-${number}`;
  const subject = (wanted: string) => `${name}.${wanted}`;
  return {
    name,
    subject,

    /** Creates the stream if it does not exist: at the start, and after NATS lost its storage. */
    async ensure(manager) {
      const age = LEASES_KEPT * config.JOB_LEASE_SECONDS * NANOSECONDS_PER_SECOND;
      const settings = { subjects: [`${name}.>`], num_replicas: config.NATS_REPLICAS, max_age: age, duplicate_window: age };
      const stream = { ...settings, name, retention: RetentionPolicy.Workqueue, storage: StorageType.File };
      await manager.streams.add(stream).catch(() => manager.streams.update(name, settings)); // it exists with other settings
    },

    async ensureConsumer(manager, wanted) {
      const durable = wanted.replaceAll('.', '-');
      const settings = {
        ack_wait: config.JOB_LEASE_SECONDS * NANOSECONDS_PER_SECOND, // a worker that is silent for so long counts as dead
        max_ack_pending: MOST_UNACKED,
      };
      const consumer = { ...settings, durable_name: durable, ack_policy: AckPolicy.Explicit, filter_subject: subject(wanted) };
      await manager.consumers.add(name, consumer).catch(() => manager.consumers.update(name, durable, settings)); // it exists with other settings
      return durable;
    },

    /**
     * Returns when the oldest unfinished message was published. An empty stream costs one request. If it is not empty, the consumers are
     * asked whether anything is unfinished: after a crash a stream can hold messages that its consumers count as acknowledged and
     * never deliver.
     */
    async oldest(manager) {
      const { state } = await manager.streams.info(name);
      if (state.messages === 0) return null;
      let unfinished = 0;
      for await (const consumer of manager.consumers.list(name)) unfinished += consumer.num_pending + consumer.num_ack_pending;
      return unfinished === 0 ? null : new Date(state.first_ts);
    },
  };
}
