import type { Config } from './config.ts';
import { neverSandbox, onlyProviderPaths, onlySandbox } from './egress-policy.ts';
import { createProviderHttp, type ProviderHttp } from './provider-http.ts';
import { type SandboxEndpoints, sandboxEndpoints } from './sandbox-endpoints.ts';

/**
 * Two HTTP clients that share no connection: that of live tenants reaches everything but the sandbox, that of sandbox tenants only the
 * sandbox. Each client enforces this itself, whatever the settings of a channel or the links of a provider say.
 */
export type ProviderClients = {
  live: ProviderHttp;
  sandbox: ProviderHttp;
  sandboxEndpoints: SandboxEndpoints | undefined;
  close(): Promise<void>;
};

type ClientSettings = Pick<Config, 'PROVIDER_ALLOW_PRIVATE' | 'SANDBOX_URL' | 'SANDBOX_SMTP_URL' | 'SANDBOX_IMAP_URL'>;

const IDENTITY_PROVIDER_TIMEOUT_MS = 10_000;

/** Creates the client for the identity providers of tenants. A person waits for the answer, so it has less time than a provider of messages. */
export function createIdentityProviderClient(config: ClientSettings): ProviderHttp {
  const endpoints = sandboxEndpoints(config, []);
  return createProviderHttp({
    allowPrivate: config.PROVIDER_ALLOW_PRIVATE,
    allowHttp: config.PROVIDER_ALLOW_PRIVATE, // requests carry the client secret
    totalTimeoutMs: IDENTITY_PROVIDER_TIMEOUT_MS,
    ...(endpoints && { refuse: neverSandbox(endpoints) }),
  });
}

/** `apiPaths`: the paths below SANDBOX_URL where the sandbox simulates the APIs of providers. */
export function createProviderClients(config: ClientSettings, apiPaths: readonly string[]): ProviderClients {
  const endpoints = sandboxEndpoints(config, apiPaths);
  const live = createProviderHttp({
    allowPrivate: config.PROVIDER_ALLOW_PRIVATE,
    allowHttp: config.PROVIDER_ALLOW_PRIVATE, // requests carry credentials of the provider: plain http only on a developer's machine
    ...(endpoints && { refuse: neverSandbox(endpoints) }),
  });
  // The operator configured the sandbox, so it may be in a private network. No other private address is reached.
  const sandbox = createProviderHttp({
    allowPrivate: true,
    refuse: onlySandbox(endpoints),
    refuseUrl: onlyProviderPaths(endpoints),
  });
  return {
    live,
    sandbox,
    sandboxEndpoints: endpoints,
    close: async () => void (await Promise.all([live.close(), sandbox.close()])),
  };
}
