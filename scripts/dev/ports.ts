import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { DevSettings } from './settings.ts';

const ANSWER_WITHIN_MS = 1_000;

/** Throws if one of the ports is in use. */
export async function requireFreePorts({ config, sandbox, webhookPort }: DevSettings): Promise<void> {
  const wanted = [
    { port: config.PORT, use: 'the API', setting: 'PORT' },
    { port: sandbox.port, use: 'the sandbox', setting: 'SANDBOX_PORT' },
    { port: sandbox.smtpPort, use: 'the sandbox’s mail', setting: 'SANDBOX_SMTP_PORT' },
    { port: webhookPort, use: 'the webhook receiver', setting: 'DEV_WEBHOOK_PORT' },
  ];
  for (const { port, use, setting } of wanted) {
    if (await isFree(port)) continue;
    throw new Error(
      `Port ${port} for ${use} is in use: stop the other npm run dev, or choose another port with ${setting}=${port + 100} npm run dev.`,
    );
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}

/** Returns whether the address of a URL accepts connections. */
export async function answers(url: string, defaultPort: number): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port || defaultPort), hostname.replace(/^\[|\]$/g, ''));
  socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy(new Error('no answer')));
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
