import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPart, stopParts, untilReady } from '../../scripts/dev/parts.ts';
import { admin } from '../../scripts/dev/services.ts';
import { type DevSettings, readSettings } from '../../scripts/dev/settings.ts';
import { type MailSink, startMailSink } from '../../server/src/test-kit/mail-sink.ts';
import { program } from '../../server/src/test-kit/programs.ts';
import { atEnd } from '../chaos/endings.ts';
import { apart } from '../dev/apart.ts';

/** A server with its worker, the sandbox, and a mail server for what Patchbay writes to people. The server can be stopped and started again. */
export type Installation = {
  settings: DevSettings;
  mails: MailSink;
  stopServer(): Promise<void>;
  startServer(): Promise<void>;
};

/** Starts everything on ports and in a database of its own. `consoleDir`: another build of the console. */
export async function openInstallation(consoleDir = builtConsole()): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-console-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const mails = await startMailSink();
  atEnd(() => mails.close());
  const settings = byName(
    readSettings({
      ...process.env,
      ...(await apart('console')),
      FILES_DIR: join(folder, 'files'),
      CONSOLE_DIR: consoleDir,
      SMTP_URL: mails.url,
      LOG_LEVEL: 'error',
    }),
  );
  await admin(settings, 'migrate');
  const sandbox = startPart(settings, 'sandbox', 'sandbox/src/main.ts');
  atEnd(() => stopParts([sandbox]));
  const server = await startControlled(settings);
  await untilReady(`${settings.sandbox.url}/_sandbox/clock`);
  return { settings, mails, ...server };
}

function builtConsole(): string {
  if (!existsSync('console/dist/index.html')) execFileSync('npm', ['run', '-s', 'console:build'], { stdio: 'inherit' });
  return 'console/dist';
}

/** Browsers have no passkeys for an address that is a number. */
function byName(settings: DevSettings): DevSettings {
  const apiUrl = settings.apiUrl.replace('127.0.0.1', 'localhost');
  return { ...settings, apiUrl, env: { ...settings.env, PUBLIC_URL: apiUrl } };
}

async function startControlled(settings: DevSettings): Promise<Pick<Installation, 'startServer' | 'stopServer'>> {
  let server = startPart(settings, 'server', program('main'), 'all');
  atEnd(() => stopParts([server]));
  const isReady = () => untilReady(`${settings.apiUrl}/readyz`);
  await isReady();
  return {
    stopServer: () => stopParts([server]),
    async startServer() {
      server = startPart(settings, 'server', program('main'), 'all');
      await isReady();
    },
  };
}
