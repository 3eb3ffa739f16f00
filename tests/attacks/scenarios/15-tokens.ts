import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../../security/client.ts';
import type { Scenario } from '../environment.ts';

/** A deleted user's token is refused within 5 seconds; the rest is patience for a slow machine. */
const REFUSED_WITHIN_MS = 30_000;

/** A token with `admin` alone asks for every scope, and a person makes a token that stays when they leave. */
export const scenario: Scenario = {
  entry: 15,
  title: 'a token mints no scope that it lacks, and a person’s tokens end with the person',
  async run(environment) {
    const { baseUrl } = await environment.server();
    const tenant = await environment.tenant();
    const ask = async (method: string, path: string, token: string, body?: unknown) => {
      const { status, text } = await send(baseUrl, { method, path, token, body });
      return { status, text, data: JSON.parse(text).data };
    };
    const mint = (token: string, body: object) => ask('POST', '/v3/access_tokens', token, { name: 'minted', ...body });

    const admin = await tenant.tokenWith(['admin']);
    const wide = await mint(admin, { scopes: ['contacts.read', 'contacts.write'] });
    assert.equal(wide.status, 403, `a token with admin alone was given contacts.write: ${wide.status}`);
    assert.equal((await mint(admin, { scopes: ['admin'] })).status, 201);

    const person = (name: string) =>
      ask('POST', '/v3/users', tenant.token, { name, email: `${name}-${tenant.id}@example.com`, role: 'admin' });
    const [ada, bob] = [(await person('ada')).data, (await person('bob')).data];
    const own = await mint(tenant.token, { scopes: ['admin', 'labels.read'], userId: ada.id });
    const kept: string[] = [];
    for (const userId of [undefined, null, bob.id]) {
      const made = await mint(own.data.accessToken, { scopes: ['labels.read'], ...(userId !== undefined && { userId }) });
      if (made.status === 201) kept.push(made.data.accessToken);
    }
    assert.ok(kept.length > 0, 'a person can still make tokens');
    assert.equal((await ask('DELETE', `/v3/users/${ada.id}`, tenant.token)).status, 200);
    const use = async (token: string) => (await ask('POST', '/v3/labels/search', token, {})).status;
    for (const [i, token] of kept.entries()) {
      const until = Date.now() + REFUSED_WITHIN_MS;
      while ((await use(token)) !== 401) {
        assert.ok(Date.now() < until, `token ${i + 1} of ${kept.length} that the deleted person made still works`);
        await wait(250);
      }
    }
  },
};
