import { request } from 'undici';
import { type Json, until } from '../channels/api.ts';
import { callbackOf } from './accounts.ts';
import type { Environment, Line } from './environment.ts';

/** Somebody writes on this channel; answers the chat. With a link, what they sent is to be fetched from there. */
export async function receive(environment: Environment, line: Line, link?: string): Promise<string> {
  const { headers, body } = callbackOf[line.kind](line.tenant.mode, line.inboundUrl, link);
  const answer = await request(line.inboundUrl, { method: 'POST', headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${line.kind}'s callback was answered ${answer.statusCode}: ${text}`);
  const [chat] = await until(
    () => line.tenant.api.all('/v3/chats/search', `eq(channelId,"${line.id}")`),
    (chats) => chats.length > 0,
    environment.patienceMs,
  );
  return chat.id;
}

/** Says something in a chat and waits until it was tried: sent, failed, not known, or to be tried again. */
export async function say(environment: Environment, line: Line, chatId: string, text = 'Hello'): Promise<Json> {
  const subject = line.kind === 'email' ? { subject: 'Hello' } : {};
  const { id } = await line.tenant.api.post(`/v3/chats/${chatId}/messages`, { type: 'text', text, ...subject });
  const found = 'select send_state as state, tries, errors from messages where tenant_id = $1 and id = $2';
  return until(
    async () => (await environment.pool.query<Json>(found, [line.tenant.id, id])).rows[0],
    (row) => ['accepted', 'failed', 'unknown'].includes(row?.state) || (row?.state === 'queued' && row.tries > 0),
    environment.patienceMs,
  );
}

/** Waits until every file of this channel was fetched, or refused at least once. */
export async function fetched(environment: Environment, line: Line): Promise<void> {
  const waiting = `select count(*)::int as n from jobs where tenant_id = $1 and name in ('fetch_media', 'process_inbound')
    and input->>'channelId' = $2 and attempt < 2`;
  await until(
    async () => (await environment.pool.query<{ n: number }>(waiting, [line.tenant.id, line.id])).rows[0]?.n,
    (n) => n === 0,
    environment.patienceMs,
  );
}

/** Submits a template and, if it was accepted, removes it. Returns its status or the reason. */
export async function reviewTemplate(
  { tenant: { api, id: tenantId }, id: channelId }: Line,
  environment: Environment,
): Promise<string> {
  const body = { text: 'Spring is here.', examples: [] };
  const name = `spring_${Date.now()}`;
  const { id } = await api.post('/v3/message_templates', { channelId, name, language: 'en_US', category: 'marketing', body });
  await api.post(`/v3/message_templates/${id}/submit`);
  const trying = `select attempt from jobs where tenant_id = $1 and name = 'submit_template' and input->>'templateId' = $2`;
  await until(
    async () => (await environment.pool.query<{ attempt: number }>(trying, [tenantId, id])).rows[0]?.attempt ?? 99,
    (attempt) => attempt >= 2,
    environment.patienceMs,
  );
  const { status } = await api.get(`/v3/message_templates/${id}`);
  await api.call('DELETE', `/v3/message_templates/${id}`);
  return status;
}

/** Waits until the provider has it. Returns false if it never arrives. */
export const untilSeen = (environment: Environment, read: () => boolean): Promise<boolean> =>
  until(async () => read(), Boolean, environment.patienceMs).catch(() => false);
