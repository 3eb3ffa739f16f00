import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../security/client.ts';
import type { Environment } from '../security/environment.ts';
import { createTenant } from './fleet.ts';

const BURST = 60;
const ANSWER_WITHIN_MS = 45_000;
/** A process caches a token for three seconds and the signing keys for two: in between, only the keys are expired. */
const KEYS_OLD_AFTER_MS = 2_300;

/**
 * More concurrent token creations than connections, each in a transaction, while the signing keys must be loaded: waiting for a second
 * connection must not deadlock the process.
 */
export async function checkTokenBurst(environment: Environment) {
  const { accessToken: token } = await createTenant(environment, 'enterprise', 10_000_000);
  const api = await environment.start();
  const agent = new Agent({ keepAlive: true, maxSockets: BURST });
  const all = (call: (i: number) => Parameters<typeof send>[1]) =>
    Array.from({ length: BURST }, (_, i) => send(api.baseUrl, call(i), agent).catch(() => undefined));
  await Promise.all(all(() => ({ method: 'POST', path: '/v3/labels/search', token, body: {} })));
  await wait(KEYS_OLD_AFTER_MS);
  let answered = 0;
  const burst = all((i) => ({
    method: 'POST',
    path: '/v3/access_tokens',
    token,
    headers: { 'idempotency-key': `burst-${i}` },
    body: { name: 'burst', scopes: ['labels.read'] },
  })).map(async (answer) => {
    if ((await answer)?.status === 201) answered++;
  });
  await Promise.race([Promise.all(burst), wait(ANSWER_WITHIN_MS, undefined, { ref: false })]);
  if (answered < BURST) await api.kill(); // it would not shut down either
  return { figures: { burst: BURST, answered }, kept: answered === BURST };
}
