import { after } from 'node:test';
import { type SandboxOptions, startSandbox } from '../index.ts';
import { type Received, startReceiver } from './receiver.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes, and a wrong shape fails the test
export type Reply = { status: number; headers: Headers; body: any };

export const APP_SECRET = 'app-secret';
export const ACCESS_TOKEN = 'EAAG-token';
export const AUTH_TOKEN = 'auth-token';
export const ACCOUNT_SID = `AC${'1'.repeat(32)}`;
export const NUMBER = '+15550001111';
export const PERSON = '16505551234';

/** Starts a sandbox and a receiver for its callbacks, and stops them after the test file. */
export async function given(options: SandboxOptions = {}) {
  const sandbox = await startSandbox(options);
  const receiver = await startReceiver();
  after(async () => {
    await sandbox.stop();
    receiver.stop();
  });
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    callUrl(sandbox.url + path, method, body, headers);
  const control = (method: string, path: string, body?: unknown) => call(method, `/_sandbox${path}`, body);
  const accounts = accountMakers(control, receiver.url);
  return {
    sandbox,
    receiver,
    call,
    control,
    ...accounts,
    knobs: async (id: string, changes: Record<string, unknown>) => {
      const reply = await control('PUT', `/accounts/${id}/knobs`, changes);
      if (reply.status !== 200) throw new Error(reply.body.error);
      return reply.body;
    },
    phone: async (id: string, message: Record<string, unknown>): Promise<string> => {
      const reply = await control('POST', `/accounts/${id}/phone`, message);
      if (reply.status !== 200) throw new Error(reply.body.error);
      return reply.body.vendorId;
    },
    flush: (id: string) => control('POST', `/accounts/${id}/flush`),
    summary: async (id: string) => (await control('GET', `/accounts/${id}/sent/summary`)).body,
    sendWhatsApp: (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
      call('POST', '/graph/v24.0/1065/messages', { messaging_product: 'whatsapp', ...body }, { ...bearer, ...headers }),
    sendInstagram: (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
      call('POST', '/graph/v26.0/me/messages', body, { ...bearer, ...headers }),
    sendSms: (form: Record<string, string>, headers: Record<string, string> = {}) =>
      call('POST', `/twilio/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`, new URLSearchParams({ From: NUMBER, ...form }), {
        ...basic,
        ...headers,
      }),
  };
}

export const bearer = { authorization: `Bearer ${ACCESS_TOKEN}` };
export const basic = { authorization: `Basic ${Buffer.from(`${ACCOUNT_SID}:${AUTH_TOKEN}`).toString('base64')}` };
export const text = (to: string, body = 'Hello') => ({ to, type: 'text', text: { body } });

/** All WhatsApp items of one list (messages, statuses …) in the order they came. */
// biome-ignore lint/suspicious/noExplicitAny: as Reply
export const itemsIn = (received: Received[], list: string): any[] =>
  received.flatMap((one) =>
    JSON.parse(one.body).entry.flatMap((entry: { changes: { value: Record<string, unknown[]> }[] }) =>
      entry.changes.flatMap((change) => change.value[list] ?? []),
    ),
  );

/** All Instagram messaging events in the order they came. */
// biome-ignore lint/suspicious/noExplicitAny: as Reply
export const eventsIn = (received: Received[]): any[] =>
  received.flatMap((one) => JSON.parse(one.body).entry.flatMap((entry: { messaging: unknown[] }) => entry.messaging));

export async function callUrl(url: string, method: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const raw = body instanceof URLSearchParams || body instanceof FormData;
  const response = await fetch(url, {
    method,
    headers: { ...(body !== undefined && !raw && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
  });
  const reply = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(reply) : reply };
}

function accountMakers(control: (method: string, path: string, body?: unknown) => Promise<Reply>, receiverUrl: string) {
  const meta = { accessToken: ACCESS_TOKEN, appSecret: APP_SECRET, verifyToken: 'verify-me' };
  const make = async (id: string, spec: Record<string, unknown>) => {
    const reply = await control('PUT', `/accounts/${id}`, { callbackUrl: `${receiverUrl}/${id}`, ...spec });
    if (reply.status !== 200) throw new Error(reply.body.error);
    // One callback at a time, so that tests may count on the order.
    await control('PUT', `/accounts/${id}/knobs`, { callbacksInFlight: 1 });
    return id;
  };
  return {
    whatsapp: (spec: Record<string, unknown> = {}) =>
      make('wa', {
        kind: 'whatsapp',
        phoneNumberId: '1065',
        wabaId: '2065',
        displayPhoneNumber: '+15550783881',
        ...meta,
        ...spec,
      }),
    instagram: (spec: Record<string, unknown> = {}) =>
      make('ig', { kind: 'instagram', igId: '1784', username: 'shop', ...meta, ...spec }),
    sms: (spec: Record<string, unknown> = {}) =>
      make('sms', { kind: 'sms', accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN, number: NUMBER, ...spec }),
    email: (spec: Record<string, unknown> = {}) =>
      make('mail', {
        kind: 'email',
        address: 'help@shop.example',
        username: 'shop',
        password: 'secret',
        callbackUsername: 'hook',
        callbackPassword: 'pass',
        ...spec,
      }),
  };
}
