import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../../security/client.ts';
import type { Scenario } from '../environment.ts';

const SECRET = 'the-stored-auth-token';
/** Longer than a send needs to reach a listener on the same machine. */
const HEARD_WITHIN_MS = 5_000;

/** A holder of `channels.write` points a channel at a host of their own and waits for the stored secret. */
export const scenario: Scenario = {
  entry: 9,
  title: 'stored channel secrets are not sent to a new destination, nor over plain http',
  async run(environment) {
    const { baseUrl } = await environment.server();
    const tenant = await environment.tenant();
    const api = async (method: string, path: string, body?: unknown) => {
      const { status, text } = await send(baseUrl, { method, path, token: tenant.token, body });
      return { status, data: JSON.parse(text).data, text };
    };
    const thief = await listen();
    const settings = { accountSid: 'AC0123', authToken: SECRET, from: '+15550001111', baseUrl: 'http://127.0.0.1:9' };
    const { data: channel } = await api('POST', '/v3/channels', { type: 'sms', name: 'SMS', settings });
    const contact = await tenant.contact();
    try {
      const moved = await api('PUT', `/v3/channels/${channel.id}`, { settings: { baseUrl: thief.url } });
      await api('POST', '/v3/messages', { channelId: channel.id, contactId: contact.id, text: 'Hello' });
      for (let waited = 0; waited < HEARD_WITHIN_MS && !thief.heard(SECRET); waited += 100) await wait(100);
      assert.ok(!thief.heard(SECRET), `PUT answered ${moved.status}, and the new host received the stored authToken`);
      assert.equal(moved.status, 400, moved.text);
      assert.match(moved.text, /authToken/, 'the refusal names the secret to send again');
    } finally {
      thief.close();
    }
    const strict = await environment.start({ PROVIDER_ALLOW_PRIVATE: 'false' }, 'api');
    const plain = await send(strict.baseUrl, {
      method: 'POST',
      path: '/v3/channels',
      token: tenant.token,
      body: { type: 'sms', name: 'SMS', settings: { ...settings, baseUrl: 'http://sms.example.com' } },
    });
    assert.equal(plain.status, 400, `a channel over plain http was accepted: ${plain.status}`);
  },
};

/** A host of the attacker: remembers every credential it is sent. */
async function listen() {
  let received = '';
  const server = createServer((request, response) => {
    const credentials = (request.headers.authorization ?? '').replace(/^Basic /, '');
    received += Buffer.from(credentials, 'base64').toString();
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    heard: (secret: string) => received.includes(secret),
    close: () => server.close().closeAllConnections(),
  };
}
