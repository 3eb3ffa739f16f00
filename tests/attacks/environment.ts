import { startProcess } from '../../server/src/test-kit/server-process.ts';
import { createTestTenant } from '../../server/src/test-kit/tenant.ts';
import type { Environment as BaseEnvironment } from '../security/environment.ts';

export type Environment = ReturnType<typeof createEnvironment>;

/** One attack and what must hold while it runs. `run` throws where the server gives way. */
export type Scenario = { entry: number; title: string; run(environment: Environment): Promise<void> };

const SETTINGS = {
  WEBHOOK_ALLOW_PRIVATE: 'true',
  PROVIDER_ALLOW_PRIVATE: 'true',
  DATABASE_POOL_SIZE: '10',
  DATABASE_WAIT_MS: '', // as installed
};

/** One migrated database for all scenarios, one server that they share, and servers of their own where settings differ. */
export function createEnvironment(base: BaseEnvironment) {
  let shared: ReturnType<typeof startProcess> | undefined;
  const start = (settings: Record<string, string> = {}, role: 'api' | 'worker' | 'all' = 'all') =>
    base.start({ ...SETTINGS, ...settings }, (_, env) => startProcess(role, env));
  return {
    ...base,
    /** Starts a server process that ends with the suite. */
    start,
    /** Returns the server that scenarios share: API and worker in one process. */
    server: () => {
      shared ??= start();
      return shared;
    },
    tenant: (options?: Parameters<typeof createTestTenant>[1]) => createTestTenant(base.deps, options),
  };
}
