import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { call } from '../api.ts';
import { beginPost, type Connection, openConnection, statusOf } from '../connection.ts';
import type { Environment, Scenario } from '../environment.ts';
import { residentMegabytes } from '../process-figures.ts';

const MEGABYTE = 1_048_576;
const STRANGERS = 10;
const SENT_BYTES = 16 * MEGABYTE;
const ANSWER_WITHIN_MS = 10_000;
/** The server allows 30 s for a body. */
const DEADLINE_WITHIN_MS = 45_000;
const LOGIN = { callbackUsername: 'postmark', callbackPassword: 'callback-password' };

export const scenario: Scenario = {
  entry: 2,
  title: 'POST /inbound reads no body before it knows the channel, and never more than its limit',
  async run(environment) {
    const server = await environment.server();
    const channels = await connectChannels(environment, server.baseUrl);
    const slow = await sendSlowly(server.baseUrl, channels.whatsapp);
    await refuseUnknownChannel(server);
    await refuseLargeCallback(server.baseUrl, channels.whatsapp);
    await boundBytesInFlight(server, channels);
    assert.ok(await slow.until(slow.isClosed, DEADLINE_WITHIN_MS), 'a body that trickles in was read for more than 45 s');
    slow.socket.destroy();
  },
};

type Server = { baseUrl: string; pid: number };
type Channels = { token: string; whatsapp: string; email: string };

async function connectChannels(environment: Environment, baseUrl: string): Promise<Channels> {
  const { token } = await environment.tenant();
  const create = async (type: string, settings: object): Promise<string> => {
    const { status, body } = await call(baseUrl, 'POST', '/v3/channels', token, { type, name: type, settings });
    assert.equal(status, 201, JSON.stringify(body));
    return body.data.id;
  };
  const secrets = { accessToken: 'access', appSecret: 'app-secret', verifyToken: 'verify' };
  return {
    token,
    whatsapp: await create('whatsapp', { phoneNumberId: '1', wabaId: '2', ...secrets }),
    email: await create('email', { address: 'help@example.com', smtpHost: '127.0.0.1', ...LOGIN }),
  };
}

/** Without any credential: bodies for a channel that is not there must be answered unread. */
async function refuseUnknownChannel({ baseUrl, pid }: Server): Promise<void> {
  const before = await residentMegabytes(pid);
  const connections = await Promise.all(Array.from({ length: STRANGERS }, () => openConnection(baseUrl)));
  for (const connection of connections) {
    beginPost(connection, `/inbound/${randomUUID()}`, 49 * MEGABYTE);
    connection.socket.write(Buffer.alloc(SENT_BYTES));
  }
  await connections[0]?.until(() => connections.every(isAnswered), ANSWER_WITHIN_MS);
  const grown = Math.round((await residentMegabytes(pid)) - before);
  const answered = connections.filter(isAnswered).length;
  for (const { socket } of connections) socket.destroy();
  assert.equal(
    answered,
    STRANGERS,
    `${answered} of ${STRANGERS} bodies for unknown channels were answered; memory grew by ${grown} MB`,
  );
  assert.ok(grown < (STRANGERS * SENT_BYTES) / MEGABYTE / 2, `memory grew by ${grown} MB`);
}

/** An answer, or the reset that follows an answer to a client that continues to send. */
const isAnswered = (connection: Connection): boolean => statusOf(connection) !== undefined || connection.isClosed();

async function refuseLargeCallback(baseUrl: string, channelId: string): Promise<void> {
  const connection = await openConnection(baseUrl);
  beginPost(connection, `/inbound/${channelId}`, 2 * MEGABYTE, { 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}` });
  await connection.until(() => isAnswered(connection), ANSWER_WITHIN_MS);
  connection.socket.destroy();
  assert.equal(statusOf(connection), 413, 'a callback of Meta may have 1 MB');
}

async function sendSlowly(baseUrl: string, channelId: string): Promise<Connection> {
  const connection = await openConnection(baseUrl);
  beginPost(connection, `/inbound/${channelId}`, 1_000, { 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}` });
  const timer = setInterval(() => connection.socket.write('x'), 500);
  connection.socket.once('close', () => clearInterval(timer));
  return connection;
}

/** Many large mails at once: some must wait, and small requests of the same tenant and of others pass meanwhile. */
async function boundBytesInFlight({ baseUrl }: Server, { email, whatsapp, token }: Channels): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${LOGIN.callbackUsername}:${LOGIN.callbackPassword}`).toString('base64')}`;
  const connections = await Promise.all(Array.from({ length: 40 }, () => openConnection(baseUrl)));
  for (const connection of connections) {
    beginPost(connection, `/inbound/${email}`, 40 * MEGABYTE, { Authorization: authorization });
    connection.socket.write('{');
  }
  await connections[0]?.until(() => connections.some(isAnswered), ANSWER_WITHIN_MS);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const refused = connections.filter((one) => statusOf(one) === 503);
  try {
    assert.ok(refused.length >= 30, `${40 - refused.length} bodies of 40 MB were read at the same time`);
    assert.match(refused[0]?.received() ?? '', /\r\nretry-after: \d+\r\n/i);
    const label = await call(baseUrl, 'POST', '/v3/labels', token, { name: randomUUID() });
    assert.equal(label.status, 201, 'a small request must pass while large ones wait');
    const small = await call(baseUrl, 'POST', `/inbound/${whatsapp}`, undefined, {});
    assert.equal(small.status, 401, 'a small callback is read and its signature is checked');
  } finally {
    for (const { socket } of connections) socket.destroy();
  }
}
