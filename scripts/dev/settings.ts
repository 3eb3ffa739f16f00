import { type Config, loadConfig } from '../../server/src/platform/config.ts';

export type DevSettings = {
  config: Config;
  apiUrl: string;
  sandbox: { url: string; port: number; smtpPort: number };
  webhookPort: number;
  stateFile: string;
  isVerbose: boolean;
  /** What the server, the sandbox and the admin command run with. */
  env: Record<string, string | undefined>;
};

const HOST = '127.0.0.1';

/** The server's own settings with their defaults, and a few for what stands around it here. */
export function readSettings(given: Record<string, string | undefined>): DevSettings {
  const port = Number(given.PORT || 8080);
  const sandboxPort = Number(given.SANDBOX_PORT || 8090);
  const smtpPort = Number(given.SANDBOX_SMTP_PORT || 8025);
  const apiUrl = `http://${HOST}:${port}`;
  const env = {
    ...given,
    PORT: String(port),
    PUBLIC_URL: apiUrl, // what the sandbox calls and signs
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_URL: '', // the demo tenant is a real one whose provider is the sandbox; sandbox tenants have it to themselves
    // The providers and the receiver of webhooks are on this machine.
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
    env,
  };
}
