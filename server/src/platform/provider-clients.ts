import type { Config } from './config.ts';
import { neverSandbox, onlyProviderPaths, onlySandbox } from './egress-policy.ts';
import { createProviderHttp, type ProviderHttp } from './provider-http.ts';
import { type SandboxEndpoints, sandboxEndpoints } from './sandbox-endpoints.ts';

/**
 * The two lines out, which share no connection: real tenants reach everything but the sandbox, sandbox tenants the sandbox
 * alone. Each line is a wall of its own, whatever a channel's settings or a provider's links say.
 */
export type ProviderLines = {
  live: ProviderHttp;
  sandbox: ProviderHttp;
  place: SandboxEndpoints | undefined;
  close(): Promise<void>;
};

type LineSettings = Pick<Config, 'PROVIDER_ALLOW_PRIVATE' | 'SANDBOX_URL' | 'SANDBOX_SMTP_URL' | 'SANDBOX_IMAP_URL'>;

/** `apiPaths`: where below SANDBOX_URL the sandbox imitates the APIs of providers. */
export function createProviderLines(config: LineSettings, apiPaths: readonly string[]): ProviderLines {
  const place = sandboxEndpoints(config, apiPaths);
  const live = createProviderHttp({
    allowPrivate: config.PROVIDER_ALLOW_PRIVATE,
    allowHttp: config.PROVIDER_ALLOW_PRIVATE, // requests carry a provider's credentials, so only a developer's machine sends them in clear
    ...(place && { refuse: neverSandbox(place) }),
  });
  // The operator chose where the sandbox is, so it may be in a private network; nothing else there is reached.
  const sandbox = createProviderHttp({ allowPrivate: true, refuse: onlySandbox(place), refuseUrl: onlyProviderPaths(place) });
  return { live, sandbox, place, close: async () => void (await Promise.all([live.close(), sandbox.close()])) };
}
