import { createHmac } from 'node:crypto';

/** The settings of the WhatsApp numbers that contacts write to. */
export const line = {
  phoneNumberId: '106540352242922',
  wabaId: '102290129340398',
  accessToken: 'assignment-access-token',
  appSecret: 'assignment-app-secret',
  verifyToken: 'assignment-verify-token',
};

export type Callback = { body: string; headers: Record<string, string> };

/** Returns a signed callback with one message of each of these contacts, none of whom has written before. */
export function callbackOf(contacts: number[]): Callback {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550783881', phone_number_id: line.phoneNumberId },
    contacts: contacts.map((n) => ({ profile: { name: `Contact ${n}` }, wa_id: phoneOf(n) })),
    messages: contacts.map((n) => ({
      from: phoneOf(n),
      id: `wamid.${Buffer.from(`assignment/${n}`).toString('base64')}`,
      timestamp: String(Math.floor(Date.now() / 1000)),
      type: 'text',
      text: { body: `Hello ${n}` },
    })),
  };
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: line.wabaId, changes: [{ field: 'messages', value }] }],
  });
  const signature = createHmac('sha256', line.appSecret).update(body).digest('hex');
  return { body, headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` } };
}

const phoneOf = (n: number): string => `1555${String(n).padStart(7, '0')}`;
