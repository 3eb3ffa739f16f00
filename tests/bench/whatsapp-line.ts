import { createHmac } from 'node:crypto';

/** The WhatsApp number of both sides. */
export const line = {
  phoneNumberId: '106540352242922',
  wabaId: '102290129340398',
  accessToken: 'bench-access-token',
  appSecret: 'bench-app-secret',
  verifyToken: 'bench-verify-token',
};
export const SENDERS = 2_000;

export type Callback = { body: string; headers: Record<string, string> };

/** Returns the callbacks for `count` messages of different contacts; the first one has the number `from`. */
export function callbackOf(run: string, from: number, count: number): Callback {
  const numbers = Array.from({ length: count }, (_, i) => from + i);
  const contacts = new Map(numbers.map((n) => [n % SENDERS, contactOf(n % SENDERS)]));
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550783881', phone_number_id: line.phoneNumberId },
    contacts: [...contacts.values()],
    messages: numbers.map((n) => messageOf(run, n)),
  };
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: line.wabaId, changes: [{ field: 'messages', value }] }],
  });
  const signature = createHmac('sha256', line.appSecret).update(body).digest('hex');
  return { body, headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` } };
}

/** As long as Meta's ids. */
export const vendorIdOf = (run: string, n: number): string =>
  `wamid.${Buffer.from(`${run}/${n}`.padEnd(38, '.')).toString('base64')}`;

const phoneOf = (sender: number): string => `1555${String(sender).padStart(7, '0')}`;
const userIdOf = (sender: number): string => `US.${1_349_120_865_500_000 + sender}`;

const contactOf = (sender: number) => ({
  profile: { name: `Sender ${sender}` },
  wa_id: phoneOf(sender),
  user_id: userIdOf(sender),
});

const messageOf = (run: string, n: number) => ({
  from: phoneOf(n % SENDERS),
  from_user_id: userIdOf(n % SENDERS),
  id: vendorIdOf(run, n),
  timestamp: String(Math.floor(Date.now() / 1000)),
  type: 'text',
  text: { body: `Hello, where is my order ${n}? It was promised for yesterday.` },
});
