import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Kind } from '../../sandbox/src/index.ts';
import type { Api, Json, Reply } from './api.ts';
import { succeeded } from './expect.ts';
import { unique } from './fixtures.ts';

const secret = (): string => randomBytes(16).toString('hex');
const meta = () => ({ accessToken: secret(), appSecret: secret(), verifyToken: secret() });

/** Settings as a provider's console would show them, of accounts that do not exist: what is shown, and what must never be. */
export const accounts = {
  whatsapp: () => ({ shown: { phoneNumberId: '106540352242922', wabaId: '206540352242922' }, hidden: meta() }),
  instagram: () => ({ shown: { igId: '17841400000000001' }, hidden: meta() }),
  sms: () => ({ shown: { accountSid: `AC${secret()}`, from: '+15557654321' }, hidden: { authToken: secret() } }),
  email: () => ({
    shown: {
      address: 'help@example.invalid',
      smtpHost: 'mail.example.invalid',
      smtpUsername: 'help',
      callbackUsername: 'postmark',
    },
    hidden: { smtpPassword: secret(), callbackPassword: secret() },
  }),
} satisfies Partial<Record<Kind, () => object>>;

export type AccountKind = keyof typeof accounts;
export const kinds = Object.keys(accounts) as AccountKind[];

export type Account = { shown: Record<string, string>; hidden: Record<string, string>; settings: Record<string, string> };

export function newAccount(kind: AccountKind): Account {
  const { shown, hidden } = accounts[kind]();
  return { shown, hidden, settings: { ...shown, ...hidden } as Record<string, string> };
}

/** A channel with settings. Creating one calls no provider; its account does not exist, so nothing may be sent on it. */
export async function connectedChannel(api: Api, kind: AccountKind): Promise<{ channel: Json; account: Account }> {
  const account = newAccount(kind);
  const body = { type: kind, name: unique('channel'), settings: account.settings };
  return { channel: succeeded(await api.post('/v3/channels', body), 201), account };
}

/** What Meta puts into X-Hub-Signature-256. */
export const signedByMeta = (appSecret: string, body: string): Record<string, string> => ({
  'x-hub-signature-256': `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`,
});

/** What Twilio puts into X-Twilio-Signature: the URL it was given, then every field in order of its name. */
export function signedByTwilio(authToken: string, url: string, form: URLSearchParams): Record<string, string> {
  const fields = [...form].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => name + value);
  const signature = createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64');
  return { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature };
}

/** A callback of WhatsApp with a message of a person. */
export const whatsappSays = ({ shown }: Account, text: string, from: string): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: shown.wabaId,
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '15550783881', phone_number_id: shown.phoneNumberId },
              contacts: [{ profile: { name: 'Sheena' }, wa_id: from }],
              messages: [
                {
                  from,
                  id: `wamid.${randomUUID()}`,
                  timestamp: String(Math.floor(Date.now() / 1000)),
                  type: 'text',
                  text: { body: text },
                },
              ],
            },
          },
        ],
      },
    ],
  });

/** Calls a channel as its provider would: no token, a signature instead. */
export const callBack = (api: Api, { inboundUrl }: Json, body: string, headers: Record<string, string>): Promise<Reply> =>
  api.call('POST', new URL(inboundUrl).pathname, { token: null, body, headers, impatient: true });
