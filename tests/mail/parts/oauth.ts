import { setDefaultCACertificates } from 'node:tls';
import { closePools } from '../../../server/src/adapters/email/pool.ts';
import { send } from '../../../server/src/adapters/email/send.ts';
import { emailSettings } from '../../../server/src/adapters/email/settings.ts';
import { systemClock as clock } from '../../../server/src/platform/clock.ts';
import { createProviderHttp } from '../../../server/src/platform/provider-http.ts';
import { type Json, until } from '../../channels/api.ts';
import { type Environment as Servers, startEnvironment } from '../../channels/environment.ts';
import { scoped } from '../../chaos/endings.ts';
import { scenarios } from '../oauth-scenarios.ts';
import { startOAuthServer } from '../oauth-server.ts';
import { outgoing } from '../outgoing.ts';
import { played } from '../scenario.ts';
import { type MailServers, startMailServers } from '../servers.ts';

const MAILBOX = 'help@shop.example';
const ADA = 'ada@shop.example';

export type Environment = Awaited<ReturnType<typeof open>>;

/** A mailbox with OAuth 2.0: a real OAuth server, Postfix and Dovecot that take its tokens, and two processes of ours. */
export const run = (): Promise<Record<string, number>> =>
  scoped(async () => {
    const { count, failed } = await played(scenarios, await open());
    return { oauthScenarios: count, failed };
  });

async function open() {
  const oauth = await startOAuthServer();
  const mail = await startMailServers({ introspectionUrl: oauth.introspectionUrl });
  process.env.NODE_EXTRA_CA_CERTS = mail.certificateFile; // for the processes of the servers
  const servers = await startEnvironment();
  const { id: tenantId, api } = await servers.newTenant();
  const firstToken = await oauth.allow(MAILBOX);
  const settings = {
    address: MAILBOX,
    smtpHost: mail.host,
    smtpPort: mail.smtpPort,
    imapHost: mail.host,
    imapPort: mail.imapPort,
    oauthProvider: 'custom',
    oauthTokenUrl: oauth.tokenUrl,
    oauthClientId: oauth.client.id,
    oauthClientSecret: oauth.client.secret,
    oauthRefreshToken: firstToken,
  };
  const { id: channelId } = await api.post('/v3/channels', { type: 'email', name: 'Help', settings });
  const channel = (): Promise<Json> => api.get(`/v3/channels/${channelId}`);
  const { id: contactId } = await api.post('/v3/contacts', { firstName: 'Ada', email: ADA });
  const begin = async (text: string): Promise<string> =>
    (await api.post('/v3/messages', { contactId, channelId, type: 'text', text })).id;
  const message = (id: string): Promise<Json> => api.get(`/v3/messages/${id}`);
  const messages = async (): Promise<Json[]> => {
    const [chat] = await api.all('/v3/chats/search', `eq(channelId,"${channelId}")`);
    return chat ? api.all(`/v3/chats/${chat.id}/messages/search`) : [];
  };
  return {
    oauth,
    mail,
    servers: servers as Servers,
    api,
    tenantId,
    channelId,
    firstToken,
    channel,
    begin,
    message,
    change: (more: Json) => api.call('PUT', `/v3/channels/${channelId}`, { settings: more }),
    /** Every message of the channel's one chat. */
    messages,
    /** Waits until no connection to Postfix is open, so that the next mail logs in. */
    idle: () =>
      until(
        async () => openConnections(mail.log()),
        (count) => count === 0,
      ),
    becomes: (status: string) => until(channel, (one) => one.status === status),
    sent: (id: string) =>
      until(
        () => message(id),
        ({ status }) => status === 'sent' || status === 'delivered',
      ),
    /** Ada writes a mail; returns it as it came in. */
    async receives(text: string): Promise<Json> {
      await writeAs(mail, text);
      const isIt = (one: Json) => one.content.body?.includes(text);
      return (await until(messages, (all) => all.some(isIt))).find(isIt);
    },
  };
}

/** Postfix closes what says nothing for a few seconds. */
const openConnections = (log: string): number =>
  log.split(/smtpd\[\d+\]: connect from/).length - log.split(/smtpd\[\d+\]: disconnect from/).length;

/** Ada's own program logs in with a password. */
async function writeAs({ host, smtpPort, certificate }: MailServers, text: string): Promise<void> {
  setDefaultCACertificates([certificate]);
  const account = { address: ADA, smtpHost: host, smtpPort, smtpUsername: ADA, smtpPassword: 'secret' };
  const http = createProviderHttp({ allowPrivate: true });
  const deps = { http, clock, mode: 'live' as const, callbackUrl: '' };
  const outcome = await send(deps, emailSettings.parse(account), outgoing(MAILBOX, text));
  closePools();
  await http.close();
  if (outcome.kind !== 'accepted') throw new Error(`Postfix did not take Ada's mail: ${JSON.stringify(outcome)}`);
}
