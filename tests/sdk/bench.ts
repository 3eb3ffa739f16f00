import type * as sdk from '../../sdk/src/index.ts';
import { createTestTenant, type TestTenant } from '../../server/src/test-kit/tenant.ts';
import type { Environment } from '../security/environment.ts';
import { type Front, startFront } from './front.ts';

export type Sdk = typeof sdk;
type ClientOptions = Partial<ConstructorParameters<Sdk['Patchbay']>[0]>;

/** What a behaviour is tested with: the SDK, a tenant, and a proxy in front of the real server that can fail. */
export type Bench = {
  sdk: Sdk;
  environment: Environment;
  serverUrl: string;
  tenant: TestTenant;
  front: Front;
  /** A client of the proxy. */
  client(options?: ClientOptions): InstanceType<Sdk['Patchbay']>;
  /** A client of the server itself, to check the real state. */
  direct: InstanceType<Sdk['Patchbay']>;
};

/** A documented behaviour of the SDK, and its test. */
export type Behaviour = { name: string; check(bench: Bench): Promise<void> };

export async function onBench(
  environment: Environment,
  serverUrl: string,
  sdk: Sdk,
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  const tenant = await createTestTenant(environment.deps);
  const front = await startFront(serverUrl);
  const client = (options: ClientOptions = {}) => new sdk.Patchbay({ token: tenant.token, baseUrl: front.baseUrl, ...options });
  const direct = new sdk.Patchbay({ token: tenant.token, baseUrl: serverUrl });
  try {
    await work({ sdk, environment, serverUrl, tenant, front, client, direct });
  } finally {
    await front.close();
  }
}
