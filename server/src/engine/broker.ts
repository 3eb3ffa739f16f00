import {
  AckPolicy,
  type ConsumerMessages,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/logger.ts';
import type { Notice } from '../storage/context.ts';

export type BrokerConfig = Pick<Config, 'NATS_URL' | 'NATS_PREFIX' | 'NATS_REPLICAS' | 'JOB_LEASE_SECONDS'>;

const NANOSECONDS_PER_SECOND = 1_000_000_000;
const RETRY_MS = 500;
const MOST_UNACKED = 5_000;

export type Delivery = { payload: string; ack(): void };
export type Subscription = { stop(): Promise<void> };

/** The only door to NATS. Whatever is lost behind it, the sweep finds in PostgreSQL. */
export type Broker = ReturnType<typeof connectBroker>;

export function connectBroker(config: BrokerConfig, log: Logger) {
  const prefix = config.NATS_PREFIX;
  const stream = `${prefix}jobs`;
  let connection: NatsConnection | undefined;
  let closed = false;

  const opening = openForEver();
  async function openForEver(): Promise<void> {
    while (!closed && !connection) {
      try {
        connection = await connect({
          servers: config.NATS_URL,
          maxReconnectAttempts: -1,
          reconnectTimeWait: 200,
          timeout: 2_000,
          ignoreAuthErrorAbort: true,
        });
        if (closed) await connection.close();
      } catch (error) {
        log.warn({ err: error }, 'NATS is away; work waits in PostgreSQL until it is back');
        await sleep(RETRY_MS);
      }
    }
  }

  const isReady = (): boolean => connection !== undefined && !connection.isClosed() && connected();
  const connected = (): boolean =>
    Boolean((connection as unknown as { protocol?: { connected?: boolean } } | undefined)?.protocol?.connected);

  /** Makes the stream when it is not there: at the start, and after the store was lost. */
  async function ensureStream(manager: JetStreamManager): Promise<void> {
    await manager.streams.add({
      name: stream,
      subjects: [`${prefix}jobs.>`],
      retention: RetentionPolicy.Workqueue,
      storage: StorageType.File,
      num_replicas: config.NATS_REPLICAS,
    });
  }

  async function ensureConsumer(manager: JetStreamManager, subject: string): Promise<string> {
    const name = subject.replaceAll('.', '-');
    const settings = {
      ack_wait: config.JOB_LEASE_SECONDS * NANOSECONDS_PER_SECOND, // a worker silent for so long is taken for dead
      max_ack_pending: MOST_UNACKED,
    };
    const consumer = { ...settings, durable_name: name, ack_policy: AckPolicy.Explicit, filter_subject: prefix + subject };
    await manager.consumers.add(stream, consumer).catch(() => manager.consumers.update(stream, name, settings)); // there, with other settings
    return name;
  }

  let lastTrouble = '';
  /** Said once for each new reason: a broker that is away for an hour fills no disk. */
  function warn(subject: string, error: unknown): void {
    const { message } = error as Error;
    if (message !== lastTrouble)
      log.warn({ subject, reason: message }, 'NATS refuses to hand out work; trying again until it does');
    lastTrouble = message;
  }

  return {
    isReady,

    /** Tells without waiting for an answer: a notice is a hint, the row is the truth. */
    tell(notices: Notice[]): void {
      if (!connection || connection.isClosed()) return;
      for (const { subject, payload } of notices) connection.publish(prefix + subject, payload);
    },

    /** When the oldest message that nobody has finished was published; null when there is none, undefined when unknown. */
    async oldestPending(): Promise<Date | null | undefined> {
      if (!connection || !isReady()) return undefined;
      try {
        const manager = await jetstreamManager(connection, { timeout: 2_000 });
        await ensureStream(manager);
        return await oldestOf(manager, stream);
      } catch {
        return undefined;
      }
    },

    /** Feeds messages of one subject to the handler until it is stopped, through restarts and losses of the broker. */
    consume(subject: string, most: number, handle: (message: Delivery) => Promise<void> | void): Subscription {
      let stopping = false;
      let messages: ConsumerMessages | undefined;
      const running = (async () => {
        await opening;
        while (!stopping && !closed && connection) {
          try {
            const manager = await jetstreamManager(connection, { timeout: 2_000 });
            await ensureStream(manager);
            const consumer = await jetstream(connection).consumers.get(stream, await ensureConsumer(manager, subject));
            messages = await consumer.consume({ max_messages: most, idle_heartbeat: 1_000 });
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
          messages?.stop();
          await running;
        },
      };
    },

    /** Hears everything that is told on a subject from now on, in every process that listens. */
    listen(subject: string, hear: (payload: string) => void): Subscription {
      let subscription: { unsubscribe(): void } | undefined;
      const started = opening.then(() => {
        if (closed) return;
        subscription = connection?.subscribe(prefix + subject, { callback: (_error, message) => hear(message.string()) });
      });
      return {
        async stop() {
          await started;
          subscription?.unsubscribe();
        },
      };
    },

    /** For tests and benches that made a prefix of their own. */
    async removeStream(): Promise<void> {
      await opening;
      if (connection) await (await jetstreamManager(connection)).streams.delete(stream).catch(() => false);
    },

    async close(): Promise<void> {
      closed = true;
      await connection?.close();
    },
  };
}

/**
 * After a crash a stream can hold messages that its consumers know as acknowledged: nobody will ever get them, and the
 * oldest of them would look like work for ever. They are removed before the stream is believed.
 */
async function oldestOf(manager: JetStreamManager, stream: string): Promise<Date | null> {
  let { state } = await manager.streams.info(stream);
  let alive = 0;
  const finished: { filter: string; seq: number }[] = [];
  for await (const { config, ack_floor, num_pending, num_ack_pending } of manager.consumers.list(stream)) {
    alive += num_pending + num_ack_pending;
    finished.push({ filter: String(config.filter_subject), seq: ack_floor.stream_seq + 1 });
  }
  if (state.messages > alive) {
    for (const below of finished) await manager.streams.purge(stream, below);
    ({ state } = await manager.streams.info(stream));
  }
  return state.messages === 0 ? null : new Date(state.first_ts);
}

const toDelivery = (message: JsMsg): Delivery => ({ payload: message.string(), ack: () => message.ack() });

/** A consumer whose stream is gone waits for ever; its missed heartbeats say so. */
async function stopWhenLost(messages: ConsumerMessages): Promise<void> {
  const fatal = new Set(['consumer_deleted', 'consumer_not_found', 'stream_not_found', 'heartbeats_missed', 'no_responders']);
  for await (const status of messages.status()) {
    if (fatal.has(status.type)) messages.stop();
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
