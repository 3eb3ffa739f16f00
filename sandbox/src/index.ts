import type { AddressInfo } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { createClock } from './clock.ts';
import { type Environment, forgetEverything } from './environment.ts';
import { startSmtp } from './mail/smtp.ts';
import { createServer } from './server.ts';

export { kinds } from './channels.ts';
export { type Connected, type ConnectOptions, connect, reconnect } from './connect/connect.ts';
export type { Kind } from './environment.ts';

export type SandboxOptions = {
  /** 0, the default: any free port. */
  port?: number;
  smtpPort?: number;
  /** Loopback by default: the control API has no authentication. */
  host?: string;
  /** The public base URL, if it differs from the address it listens on. Links to media start with it. */
  publicUrl?: string;
  /** Where callbacks are sent instead of the origin in their URL, if that origin cannot be reached from here. Signatures do not change. */
  callbackOrigin?: string;
  /** The random seed: the same seed and the same sends give the same run. */
  seed?: number;
};

export type Sandbox = { url: string; smtpPort: number; stop: () => Promise<void> };

/** Sockets per address. The callbacks of an account are limited by its knob. */
const CONNECTIONS_PER_ADDRESS = 100;

/** Starts the sandbox: it imitates the APIs of all channels and a mail server. All state is in memory. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, smtpPort = 0, host = '127.0.0.1', publicUrl, callbackOrigin, seed = 1 } = options;
  const agent = createAgent(callbackOrigin);
  const environment: Environment = {
    url: '',
    seed,
    agent,
    clock: createClock(),
    accounts: new Map(),
    index: new Map(),
    templates: new Map(),
  };
  const app = await createServer(environment);
  await app.listen({ port, host });
  environment.url = publicUrl?.replace(/\/+$/, '') || ownUrl(host, (app.server.address() as AddressInfo).port);
  const smtp = await startSmtp(environment, smtpPort, host);
  return {
    url: environment.url,
    smtpPort: smtp.port,
    stop: async () => {
      forgetEverything(environment);
      await Promise.all([app.close(), smtp.stop()]);
      await agent.destroy();
    },
  };
}

function createAgent(callbackOrigin: string | undefined): Dispatcher {
  const agent = new Agent({ connections: CONNECTIONS_PER_ADDRESS, pipelining: 1 });
  if (callbackOrigin === undefined) return agent;
  const { origin } = new URL(callbackOrigin);
  return agent.compose((dispatch) => (request, handler) => dispatch({ ...request, origin }, handler));
}

const ownUrl = (host: string, port: number): string =>
  `http://${host.includes(':') ? '[::1]' : host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
