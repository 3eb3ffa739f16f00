import { createTenant, type Mode, type Plan, setPlan } from '../domain/tenants/index.ts';
import { createKeyRing, issueToken, roles, rotateSigningKey } from '../domain/tokens/index.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { newId } from '../platform/ids.ts';
import { createLogger } from '../platform/logger.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createSecretBox } from '../platform/secrets.ts';
import { createContext, inTransaction } from '../storage/context.ts';
import { openDatabase } from '../storage/database.ts';
import { maintainPartitions } from '../storage/partition-maintenance.ts';

type Env = Record<string, string>;
const log = createLogger('silent');

/** Creates partitions and the first key, as `admin migrate` does. The template has the migrations already. */
export const prepareDatabase = (env: Env): Promise<void> =>
  withDatabase(env, async (connector) => {
    await maintainPartitions({ ...connector, metrics: createMetrics() });
    if ((await connector.keys.jwks()).keys.length === 0) await rotateSigningKey(connector);
  });

export type OperatedTenant = { tenantId: string; accessToken: string };
export type TenantOptions = { plan?: Plan; ratePerMinute?: number; mode?: Mode };

/** Creates a tenant as `admin tenant create` does, without starting a process, which takes more than a second. */
export const makeTenant = (
  env: Env,
  { plan = 'enterprise', ratePerMinute, mode = 'live' }: TenantOptions = {},
): Promise<OperatedTenant> =>
  withDatabase(env, async (connector) => {
    const tenantId = newId(clock);
    const { accessToken } = await inTransaction(createContext(connector, tenantId), async (ctx) => {
      await createTenant(ctx, { name: 'Test', plan, ratePerMinute, mode });
      return issueToken(ctx, connector.keys, { name: 'first token', scopes: [...roles.admin] });
    });
    return { tenantId, accessToken };
  });

/** Changes the plan of a tenant, as `admin tenant set-plan` does. */
export const movePlan = (env: Env, tenantId: string, plan: Plan): Promise<void> =>
  withDatabase(env, (connector) => setPlan(createContext(connector, tenantId), plan));

async function withDatabase<T>(env: Env, work: (connector: ReturnType<typeof openConnector>) => Promise<T>): Promise<T> {
  const connector = openConnector(env);
  try {
    return await work(connector);
  } finally {
    await connector.database.close();
  }
}

function openConnector(env: Env) {
  const config = loadConfig(env);
  const database = openDatabase({ ...config, DATABASE_POOL_SIZE: 2 }, log);
  const secrets = createSecretBox(config);
  const deps = { config, database, clock, log, secrets, notify: () => undefined };
  return { ...deps, keys: createKeyRing(deps) };
}
