import { Agent, request } from 'undici';
import { openLoop } from './bare-loop.ts';

/** Broker and HTTP only: consume, POST the same body to the same provider, ack. No database, rate limit or log. */
const { NATS_URL = '', STREAM = '', SEND_URL = '', ACCESS_TOKEN = '', CONCURRENCY = '' } = process.env;
const dispatcher = new Agent({ connections: 100 });

export type Round = { messages: { id: string; to: string }[] };

const bodyOf = ({ id, to }: Round['messages'][number]) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to,
  type: 'template',
  template: {
    name: 'spring',
    language: { code: 'en_US' },
    components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ada' }] }],
  },
  biz_opaque_callback_data: id,
});

async function post(payload: string): Promise<void> {
  const message = JSON.parse(payload) as Round['messages'][number];
  const headers = {
    authorization: `Bearer ${ACCESS_TOKEN}`,
    'idempotency-key': message.id,
    'content-type': 'application/json',
  };
  const body = JSON.stringify(bodyOf(message));
  const answer = await request(SEND_URL, { method: 'POST', headers, body, dispatcher });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`);
}

const loop = await openLoop({ servers: NATS_URL, stream: STREAM, concurrency: Number(CONCURRENCY) }, post);

async function play({ messages }: Round): Promise<void> {
  await loop.publish(messages.map((one) => JSON.stringify(one)));
  await loop.consume(messages.length);
}

process.on('message', (round: Round) => void play(round).then(() => process.send?.('done')));
process.on('disconnect', () => void loop.close().then(() => process.exit()));
process.send?.('ready');
