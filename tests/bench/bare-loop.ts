import { AckPolicy, jetstream, jetstreamManager, RetentionPolicy } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

type Loop = { servers: string; stream: string; concurrency: number };

/** Consumes its own work queue with a number of messages in flight, each acknowledged when its work is done. */
export async function openLoop({ servers, stream, concurrency }: Loop, work: (payload: string) => Promise<void>) {
  const connection = await connect({ servers });
  const manager = await jetstreamManager(connection);
  await manager.streams.add({ name: stream, subjects: [`${stream}.>`], retention: RetentionPolicy.Workqueue });
  await manager.consumers.add(stream, { durable_name: 'bare', ack_policy: AckPolicy.Explicit, max_ack_pending: 5_000 });
  const consumer = await jetstream(connection).consumers.get(stream, 'bare');

  /** Returns milliseconds from the first message to the last acknowledgement. */
  async function consume(count: number): Promise<number> {
    const startedAt = performance.now();
    let done = 0;
    let underWay = 0;
    let wake: (() => void) | undefined;
    const messages = await consumer.consume({ max_messages: concurrency });
    for await (const message of messages) {
      underWay++;
      void work(message.string()).then(() => {
        message.ack();
        underWay--;
        wake?.();
        if (++done === count) messages.stop();
      });
      while (underWay >= concurrency) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    return performance.now() - startedAt;
  }

  return {
    async publish(payloads: Iterable<string>): Promise<void> {
      for (const payload of payloads) connection.publish(`${stream}.work`, payload);
      await connection.flush();
    },
    consume,
    async close(): Promise<void> {
      await manager.streams.delete(stream);
      await connection.close();
    },
  };
}
