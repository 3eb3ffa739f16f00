import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { call } from '../api.ts';
import type { Environment, Scenario } from '../environment.ts';

export const scenario: Scenario = {
  entry: 19,
  title: 'A forged cursor, a Last-Event-ID of zeros and a contact deleted meanwhile are answered without 500',
  async run(environment) {
    const { baseUrl } = await environment.server();
    const tenant = await environment.tenant();
    const faults = [
      ...(await forgeCursors(baseUrl, tenant)),
      ...(await resumeFromZeros(baseUrl, tenant)),
      ...(await sendWhileDeleted(environment, baseUrl, tenant)),
    ];
    assert.deepEqual(faults, []);
  },
};

type Tenant = Awaited<ReturnType<Environment['tenant']>>;

/** Takes the cursor of a real page and writes another number into it. */
async function forgeCursors(baseUrl: string, { token, chat }: Tenant): Promise<string[]> {
  await Promise.all([chat(), chat()]);
  const search = (cursor?: string) =>
    call(baseUrl, 'POST', '/v3/chats/search', token, {
      sortBy: 'asc(unreadCount)',
      pagination: { limit: 1, ...(cursor && { cursor }) },
    });
  const { body } = await search();
  const [sortBy, , ...rest] = JSON.parse(Buffer.from(body.pagination.nextCursor, 'base64url').toString());
  const faults: string[] = [];
  for (const value of ['0x10', '0b1', '1e-400000', ' 1 ', '1_000', '.', 'Infinity']) {
    const { status } = await search(Buffer.from(JSON.stringify([sortBy, value, ...rest])).toString('base64url'));
    if (status !== 400) faults.push(`cursor "${value}": ${status}`);
  }
  return faults;
}

async function resumeFromZeros(baseUrl: string, tenant: Tenant): Promise<string[]> {
  const leave = new AbortController();
  const headers = { authorization: `Bearer ${tenant.token}`, 'last-event-id': '00000000-0000-0000-0000-000000000000' };
  const response = await fetch(`${baseUrl}/v3/events`, { headers, signal: leave.signal });
  await tenant.contact();
  const late = setTimeout(() => leave.abort(), 15_000);
  let text = '';
  try {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes('event: contact.created')) return [];
    }
    return ['Last-Event-ID of zeros: the stream ended'];
  } catch (error) {
    return [`Last-Event-ID of zeros: ${(error as Error).message}`];
  } finally {
    clearTimeout(late);
    leave.abort();
  }
}

async function sendWhileDeleted(environment: Environment, baseUrl: string, tenant: Tenant): Promise<string[]> {
  const settings = { baseUrl: 'http://127.0.0.1:9', accountSid: 'AC1', authToken: 'token', from: '+15557654321' };
  const channel = await call(baseUrl, 'POST', '/v3/channels', tenant.token, { type: 'sms', name: 'sms', settings });
  const channelId: string = channel.body.data.id;
  const faults: string[] = [];
  for (const isInChat of [true, false]) {
    const { id: contactId } = await tenant.contact();
    const body = { type: 'text', text: 'Hello' };
    const chat = isInChat && (await call(baseUrl, 'POST', '/v3/chats', tenant.token, { channelId, contactId }));
    const [path, message] = chat
      ? [`/v3/chats/${chat.body.data.id}/messages`, body]
      : ['/v3/messages', { ...body, channelId, contactId }];
    const { status } = await whileDeleted(environment, contactId, () => call(baseUrl, 'POST', path, tenant.token, message));
    if (status !== 404 && status !== 409)
      faults.push(`sending ${isInChat ? 'in a chat' : 'to a contact'} that is deleted: ${status}`);
  }
  return faults;
}

/** Deletes the contact in a transaction that commits once the work waits for it. */
async function whileDeleted<T>({ url }: Environment, contactId: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('delete from contacts where id = $1', [contactId]);
    const answer = work();
    await untilSomebodyWaits(client);
    await client.query('commit');
    return await answer;
  } finally {
    await client.end();
  }
}

async function untilSomebodyWaits(client: Client): Promise<void> {
  for (let i = 0; i < 500; i++) {
    const { rows } = await client.query('select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))');
    if (rows.length > 0) return;
    await wait(20);
  }
}
