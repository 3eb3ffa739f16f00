import { createHmac } from 'node:crypto';
import { AckPolicy, jetstream, jetstreamManager, RetentionPolicy } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { Agent, request } from 'undici';

/** The broker and HTTP alone: consume, sign, POST, ack. No database, no retries, no address guard, no log. */
const { NATS_URL = '', STREAM = '', URLS = '', COUNT = '', CONCURRENCY = '' } = process.env;
const connection = await connect({ servers: NATS_URL });
const manager = await jetstreamManager(connection);
await manager.streams.add({ name: STREAM, subjects: [`${STREAM}.>`], retention: RetentionPolicy.Workqueue });
await manager.consumers.add(STREAM, { durable_name: 'bare', ack_policy: AckPolicy.Explicit, max_ack_pending: 5_000 });

const urls = URLS.split(',');
const key = Buffer.alloc(32, 7);
const dispatcher = new Agent({ connections: 100 });
const body = JSON.stringify({ id: 'x', event: 'contact.created', data: { text: 'x'.repeat(400) } });
const count = Number(COUNT);
for (let i = 0; i < count; i++) connection.publish(`${STREAM}.deliver`, JSON.stringify({ i, body }));
await connection.flush();

async function deliver(payload: string): Promise<void> {
  const message = JSON.parse(payload) as { i: number; body: string };
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`${message.i}.${timestamp}.${message.body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': String(message.i),
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  const answer = await request(String(urls[message.i % urls.length]), {
    method: 'POST',
    headers,
    body: message.body,
    dispatcher,
  });
  await answer.body.dump();
}

const consumer = await jetstream(connection).consumers.get(STREAM, 'bare');
const startedAt = performance.now();
let done = 0;
let underWay = 0;
let wake: (() => void) | undefined;
const messages = await consumer.consume({ max_messages: Number(CONCURRENCY) });
for await (const message of messages) {
  underWay++;
  void deliver(message.string()).then(() => {
    message.ack();
    underWay--;
    wake?.();
    if (++done === count) messages.stop();
  });
  while (underWay >= Number(CONCURRENCY)) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}
process.send?.({ perSecond: (count / (performance.now() - startedAt)) * 1000 });
await manager.streams.delete(STREAM);
await connection.close();
await dispatcher.close();
process.disconnect?.();
