import { type ConsumerMessages, type JsMsg, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/logger.ts';
import type { Notice } from '../storage/context.ts';
import { natsLogin } from './nats-login.ts';
import { createShards, type Shard, type StreamConfig, shardOf } from './streams.ts';

export type BrokerConfig = Pick<Config, 'NATS_URL'> & StreamConfig;

const RETRY_MS = 500;
const MANAGER = { timeout: 2_000, checkAPI: false };
/**
 * How often NATS tells each consumer without messages that it still exists. A worker has two consumers for each kind of job: at one second
 * this was most of the work of an idle worker. NATS reports a deleted stream, and the client a lost connection, without a heartbeat.
 */
const HEARTBEAT_MS = 10_000;

export type Delivery = { payload: string; ack(): void };
export type Subscription = { stop(): Promise<void> };

/** The only code that uses NATS. Every message that NATS loses, the sweep finds in PostgreSQL. */
export type Broker = ReturnType<typeof connectBroker>;

export function connectBroker(config: BrokerConfig, log: Logger) {
  const prefix = config.NATS_PREFIX;
  const shards = createShards(config);
  let connection: NatsConnection | undefined;
  let closed = false;

  const opening = openForEver();
  async function openForEver(): Promise<void> {
    while (!closed && !connection) {
      try {
        connection = await connect({
          ...natsLogin(config.NATS_URL),
          maxReconnectAttempts: -1,
          reconnectTimeWait: 200,
          timeout: 2_000,
          ignoreAuthErrorAbort: true,
        });
        if (closed) await connection.close();
      } catch (error) {
        log.warn({ err: error }, 'NATS connection failed, retrying; jobs wait in PostgreSQL');
        await sleep(RETRY_MS);
      }
    }
  }

  const isReady = (): boolean => connection !== undefined && !connection.isClosed() && connected();
  const connected = (): boolean =>
    Boolean((connection as unknown as { protocol?: { connected?: boolean } } | undefined)?.protocol?.connected);

  let lastTrouble = '';
  /** Logs each new reason once, so that an outage of an hour does not fill the disk. */
  function warn(subject: string, error: unknown): void {
    const { message } = error as Error;
    if (message !== lastTrouble) log.warn({ subject, reason: message }, 'NATS consumer failed, retrying');
    lastTrouble = message;
  }

  function consumeShard(
    shard: Shard,
    subject: string,
    most: number,
    handle: (message: Delivery) => Promise<void> | void,
  ): Subscription {
    let stopping = false;
    let messages: ConsumerMessages | undefined;
    const asked = Promise.withResolvers<void>();
    const running = (async () => {
      await Promise.race([opening, asked.promise]); // stopping does not wait for a broker that is not reachable
      while (!stopping && !closed && connection) {
        try {
          const manager = await jetstreamManager(connection, MANAGER);
          await shard.ensure(manager);
          const consumer = await jetstream(connection).consumers.get(shard.name, await shard.ensureConsumer(manager, subject));
          messages = await consumer.consume({ max_messages: most, idle_heartbeat: HEARTBEAT_MS });
          if (stopping) messages.stop(); // stop was called while it was being opened
          void stopWhenLost(messages);
          for await (const message of messages) await handle(toDelivery(message));
        } catch (error) {
          if (!stopping && !closed) warn(subject, error);
        }
        if (!stopping) await sleep(RETRY_MS);
      }
    })();
    return {
      async stop() {
        stopping = true;
        asked.resolve();
        messages?.stop();
        await running;
      },
    };
  }

  return {
    isReady,

    /** Publishes without waiting for an answer: the message is a hint, the row decides. */
    publish(notices: Notice[]): void {
      if (!connection || connection.isClosed()) return;
      for (const { subject, payload } of notices) {
        const isJob = subject.startsWith('jobs.');
        connection.publish(isJob ? shardOf(shards, payload).subject(subject) : prefix + subject, payload);
      }
    },

    /** Returns when the oldest unfinished message was published; null when there is none, undefined when NATS is not reachable. */
    async oldestPending(): Promise<Date | null | undefined> {
      if (!connection || !isReady()) return undefined;
      try {
        const manager = await jetstreamManager(connection, MANAGER);
        const oldest: Date[] = [];
        for (const shard of shards) {
          const ask = () => shard.oldest(manager);
          oldest.push((await ask().catch(() => shard.ensure(manager).then(ask))) ?? NEVER); // NATS may have lost the stream
        }
        const first = oldest.reduce((a, b) => (a < b ? a : b));
        return first === NEVER ? null : first;
      } catch {
        return undefined;
      }
    },

    /** Passes the messages of one subject to the handler until it is stopped, through restarts and losses of the broker. */
    consume(subject: string, most: number, handle: (message: Delivery) => Promise<void> | void): Subscription {
      const running = shards.map((shard) => consumeShard(shard, subject, most, handle));
      return { stop: async () => void (await Promise.all(running.map((one) => one.stop()))) };
    },

    /** Receives every message of a subject from now on, in every process that listens. */
    listen(subject: string, receive: (payload: string) => void): Subscription {
      let subscription: { unsubscribe(): void } | undefined;
      let stopped = false;
      void opening.then(() => {
        if (closed || stopped) return;
        subscription = connection?.subscribe(prefix + subject, { callback: (_error, message) => receive(message.string()) });
      });
      return {
        async stop() {
          stopped = true;
          subscription?.unsubscribe();
        },
      };
    },

    /** Deletes the streams of a prefix of its own, for tests and benchmarks. */
    async removeStreams(): Promise<void> {
      await opening;
      if (!connection) return;
      const manager = await jetstreamManager(connection);
      for (const { name } of shards) await manager.streams.delete(name).catch(() => false);
    },

    async close(): Promise<void> {
      closed = true;
      await connection?.close();
    },
  };
}

const toDelivery = (message: JsMsg): Delivery => ({ payload: message.string(), ack: () => message.ack() });

/** Stops a consumer whose stream was deleted, which missed heartbeats indicate. It would otherwise wait indefinitely. */
async function stopWhenLost(messages: ConsumerMessages): Promise<void> {
  const fatal = new Set(['consumer_deleted', 'consumer_not_found', 'stream_not_found', 'heartbeats_missed', 'no_responders']);
  for await (const status of messages.status()) {
    if (fatal.has(status.type)) messages.stop();
  }
}

const NEVER = new Date(8_640_000_000_000_000);

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
