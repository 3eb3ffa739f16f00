import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { openLoop } from './bare-loop.ts';

/** Broker and HTTP only: consume, sign, POST, ack. No database, retries, address guard or log. */
const { NATS_URL = '', STREAM = '', URLS = '', CONCURRENCY = '' } = process.env;
const urls = URLS.split(',');
const key = Buffer.alloc(32, 7);
const dispatcher = new Agent({ connections: 100 });
const body = JSON.stringify({ id: 'x', event: 'contact.created', data: { text: 'x'.repeat(400) } });

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

const loop = await openLoop({ servers: NATS_URL, stream: STREAM, concurrency: Number(CONCURRENCY) }, deliver);

/** Returns milliseconds from the first message to the last acknowledgement. */
async function deliverAll(count: number): Promise<number> {
  await loop.publish(Array.from({ length: count }, (_, i) => JSON.stringify({ i, body })));
  return loop.consume(count);
}

process.on('message', (count: number) => void deliverAll(count).then((ms) => process.send?.({ ms })));
process.on('disconnect', () => void loop.close().then(() => process.exit()));
process.send?.('ready');
