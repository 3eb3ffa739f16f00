import { type Config, loadConfig } from '../../server/src/platform/config.ts';

export type DevSettings = {
  config: Config;
  apiUrl: string;
  sandbox: { url: string; port: number; smtpPort: number };
  webhookPort: number;
  stateFile: string;
  isVerbose: boolean;
  /** `none` leaves the tenant nearly empty. */
  demo: 'shop' | 'none';
  /** The environment of the server, the sandbox and the admin command. */
  env: Record<string, string | undefined>;
};

const HOST = '127.0.0.1';

/** Returns the server's settings with their defaults, and those of the sandbox and the receiver. */
export function readSettings(given: Record<string, string | undefined>): DevSettings {
  const port = Number(given.PORT || 8080);
  const sandboxPort = Number(given.SANDBOX_PORT || 8090);
  const smtpPort = Number(given.SANDBOX_SMTP_PORT || 8025);
  const apiUrl = `http://${HOST}:${port}`;
  const env = {
    ...given,
    PORT: String(port),
    PUBLIC_URL: apiUrl, // the sandbox calls and signs it
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    // The demo tenant is a sandbox tenant: the console shows the phone of its customers.
    SANDBOX_URL: `http://${HOST}:${sandboxPort}`,
    SANDBOX_SMTP_URL: `smtp://${HOST}:${smtpPort}`,
    // Providers and webhook receiver are on this machine.
    PROVIDER_ALLOW_PRIVATE: 'true',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    DRAIN_DELAY_MS: '0',
  };
  return {
    config: loadConfig(env),
    apiUrl,
    sandbox: { url: `http://${HOST}:${sandboxPort}`, port: sandboxPort, smtpPort },
    webhookPort: Number(given.DEV_WEBHOOK_PORT || 8091),
    stateFile: given.DEV_STATE_FILE || '.data/dev.json',
    isVerbose: Boolean(given.DEV_VERBOSE),
    demo: given.DEV_DEMO === 'none' ? 'none' : 'shop',
    env,
  };
}
