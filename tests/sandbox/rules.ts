import { compactVerify, SignJWT } from 'jose';
import { createKeyRing } from '../../server/src/domain/tokens/index.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { loadConfig } from '../../server/src/platform/config.ts';
import { createLogger } from '../../server/src/platform/logger.ts';
import { createSecretBox } from '../../server/src/platform/secrets.ts';
import { openDatabase } from '../../server/src/storage/database.ts';
import { send } from '../security/client.ts';
import type { Lines } from './calls.ts';
import type { Environment, Mode, Tenant } from './environment.ts';
import { receive, say } from './talk.ts';
import { callsOf, type Verifier } from './verify.ts';

/** How often a tenant was made into the other sort: by its owner, as the application, and by a detour. */
export async function changeFlags({ pool, tenants }: Environment): Promise<number> {
  const flip = 'update tenants set is_sandbox = not is_sandbox, name = name where tenant_id = $1';
  const detour = `insert into tenants (tenant_id, name, plan, is_sandbox, created_at, updated_at) select tenant_id, name, plan, is_sandbox, created_at,
    updated_at from tenants where tenant_id = $1 on conflict (tenant_id) do update set is_sandbox = not excluded.is_sandbox`;
  let changed = 0;
  for (const { id } of Object.values(tenants)) {
    for (const [role, statement] of [
      ['postgres', flip],
      ['patchbay_app', flip],
      ['patchbay_app', detour],
    ] as const) {
      const client = await pool.connect();
      await client.query(`begin; set local role ${role}`);
      await client.query("select set_config('app.tenant_id', $1, true)", [id]);
      const done = await client.query(statement, [id]).catch(() => null);
      changed += done?.rowCount ?? 0;
      await client.query('rollback');
      client.release();
    }
  }
  return changed;
}

/** How many of these are let in: tokens of one sort in the other's clothes, some of them signed with our own key. */
export async function tryTokens(environment: Environment, verify: Verifier): Promise<{ tried: number; accepted: number }> {
  const { live, sandbox } = environment.tenants;
  const isLetIn = async (token: string) =>
    (await send(environment.env.PUBLIC_URL as string, { method: 'GET', path: '/v3/usage', token })).status === 200;
  verify.expect('a real token is let in', await isLetIn(live.token));
  verify.expect('a test token begins with test_', sandbox.token.startsWith('test_'));
  verify.expect('a test token is let in', await isLetIn(sandbox.token));
  const bare = sandbox.token.replace(/^test_/, '');
  const wrong = [
    bare,
    `test_${live.token}`,
    `test_${sandbox.token}`,
    `TEST_${bare}`,
    `live_${bare}`,
    ...(await forged(environment)),
  ];
  let accepted = 0;
  for (const token of wrong) if (await isLetIn(token)) accepted++;
  return { tried: wrong.length, accepted };
}

/** What a mistake in issuing would make: well signed, of a token that lives, and for the wrong sort of tenant. */
async function forged({ env, tenants }: Environment): Promise<string[]> {
  const config = loadConfig(env);
  const database = openDatabase(config, createLogger('silent'));
  const keys = createKeyRing({ database, clock: systemClock, secrets: createSecretBox(config) });
  const key = await keys.newest();
  const sign = async (tenant: Tenant, aud: string | string[]) => {
    const { payload } = await compactVerify(tenant.token.replace(/^test_/, ''), key.publicKey);
    const claims = { ...JSON.parse(new TextDecoder().decode(payload)), aud };
    return new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid: key.kid, typ: 'at+jwt' }).sign(key.privateKey);
  };
  const both = ['patchbay-api', 'patchbay-sandbox-api'];
  const tokens = [
    await sign(tenants.sandbox, 'patchbay-api'),
    await sign(tenants.sandbox, both),
    `test_${await sign(tenants.live, 'patchbay-sandbox-api')}`,
    `test_${await sign(tenants.live, both)}`,
  ];
  await database.close();
  return tokens;
}

/** Checks what each tenant reads of itself, and counts responses in which a sandbox tenant pays. */
export async function askUsage({ env, tenants, admin }: Environment, verify: Verifier): Promise<number> {
  let billed = 0;
  for (const mode of ['live', 'sandbox'] as const satisfies Mode[]) {
    const { token, id } = tenants[mode];
    const answer = await send(env.PUBLIC_URL as string, { method: 'GET', path: '/v3/usage', token });
    const { data } = JSON.parse(answer.text);
    verify.expect(`usage says ${mode}`, data.mode === mode && data.month.messagesSent > 0);
    verify.expect(`the header says ${mode}`, answer.headers['patchbay-mode'] === mode);
    verify.expect(`the admin command says ${mode}`, (await admin(env, 'tenant', 'show', '--tenant', id, '--json')).mode === mode);
    if (mode === 'live') verify.expect('a real tenant is billed', data.isBilled === true);
    else if (data.isBilled !== false) billed++;
  }
  return billed;
}

/** Without a sandbox no sandbox tenant is created, existing ones reach no provider, and errors name the setting. */
export async function takeSandboxAway(environment: Environment, lines: Lines, verify: Verifier): Promise<void> {
  const chatId = await receive(environment, lines.sms);
  const none = { SANDBOX_URL: '', SANDBOX_SMTP_URL: '', SANDBOX_IMAP_URL: '' };
  await environment.restart(none);
  const refused = await environment
    .admin({ ...environment.env, ...none }, 'tenant', 'create', '--name', 'late', '--sandbox', '--json')
    .then(() => '', String);
  verify.expect('no sandbox tenant is made without a sandbox', /set SANDBOX_URL/.test(refused));
  const made = () => callsOf(environment.sandbox, 'sandbox').length + callsOf(environment.real, 'sandbox').length;
  const before = made();
  const { state, errors } = await say(environment, lines.sms, chatId);
  verify.expect('without a sandbox a sandbox tenant reaches no provider', made() === before);
  verify.expect('a send fails and says what to set', state === 'failed' && /set SANDBOX_URL/.test(JSON.stringify(errors)));
}
