import type { TestTenant } from '../../server/src/test-kit/tenant.ts';
import { type Api, createApi, type Json, until } from '../channels/api.ts';

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

const LOGIN = { callbackUsername: 'hook', callbackPassword: 'hook password' };
const AUTHORIZATION = `Basic ${Buffer.from(`${LOGIN.callbackUsername}:${LOGIN.callbackPassword}`).toString('base64')}`;

/** An email channel whose provider delivers whatever a stranger wrote. */
export async function openMailbox(baseUrl: string, tenant: TestTenant) {
  const api = createApi([baseUrl], tenant.token);
  const settings = { address: 'help@shop.example', smtpHost: '127.0.0.1', smtpPort: 1, ...LOGIN };
  const channel = await api.post('/v3/channels', { type: 'email', name: 'Mail', settings });
  return {
    api,
    channelId: channel.id as string,
    async deliver(mail: string | Buffer, contentType = 'message/rfc822'): Promise<void> {
      const headers = { authorization: AUTHORIZATION, 'content-type': contentType };
      const answer = await fetch(`${baseUrl}/inbound/${channel.id}`, { method: 'POST', headers, body: mail });
      if (answer.status !== 200) throw new Error(`the mail was not acknowledged: ${answer.status}`);
    },
    /** Returns the latest message from an address as soon as there is one. */
    messageFrom: (address: string, withinMs?: number) =>
      until(
        () => latestFrom(api, address),
        (message) => message !== undefined,
        withinMs,
      ),
  };
}

async function latestFrom(api: Api, address: string): Promise<Json> {
  const [contact] = await api.post('/v3/contacts/search', { query: `eq(email,"${address}")` });
  const [chat] = contact ? await api.post('/v3/chats/search', { query: `eq(contactId,"${contact.id}")` }) : [];
  return chat?.latestMessage ? api.get(`/v3/messages/${chat.latestMessage.id}`) : undefined;
}

/** A mail with these header lines and this body. */
export const mailFrom = (address: string, headers: string[], body: string): string =>
  [`From: ${address}`, 'To: help@shop.example', `Message-ID: <${address}>`, 'Subject: Hi', ...headers, '', body].join('\r\n');
