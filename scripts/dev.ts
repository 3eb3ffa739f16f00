import { environment } from '../server/src/platform/config.ts';
import { buildConsole } from './dev/console.ts';
import { prepareDemo } from './dev/demo.ts';
import { buildDocumentation } from './dev/documentation.ts';
import { writeExamples } from './dev/examples.ts';
import { greeting } from './dev/greeting.ts';
import { type Part, startPart, stopParts, untilReady, whileAllRun } from './dev/parts.ts';
import { requireFreePorts } from './dev/ports.ts';
import { openReceiver, type Receiver } from './dev/receiver.ts';
import { admin, startServices } from './dev/services.ts';
import { readSettings } from './dev/settings.ts';

/**
 * npm run dev. Starts the services, the server, the sandbox that replaces the providers, and a receiver that prints webhooks. Creates a
 * database and a tenant with a channel of each kind.
 */
const running: { parts: Part[]; receiver?: Receiver } = { parts: [] };
let stopping: Promise<void> | undefined;

async function main(): Promise<void> {
  const settings = readSettings(environment());
  await requireFreePorts(settings);
  await startServices(settings.config);
  await Promise.all([admin(settings, 'migrate'), buildDocumentation(settings), buildConsole(settings)]);
  running.receiver = await openReceiver(settings.webhookPort);
  if (stopping) return;
  running.parts = [
    startPart(settings, 'server', 'server/src/main.ts', 'all'),
    startPart(settings, 'sandbox', 'sandbox/src/main.ts'),
  ];
  const ended = whileAllRun(running.parts);
  await Promise.race([
    ended,
    Promise.all([untilReady(`${settings.apiUrl}/readyz`), untilReady(`${settings.sandbox.url}/_sandbox/clock`)]),
  ]);
  const demo = await Promise.race([ended, prepareDemo(settings, running.receiver)]);
  await writeExamples(settings, demo);
  console.log(greeting(settings, demo));
  await ended;
}

function stop(): Promise<void> {
  stopping ??= (async () => {
    await stopParts(running.parts);
    running.receiver?.close();
  })();
  return stopping;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop().then(() => process.exit(0)));
}

main().catch(async (error: unknown) => {
  if (!stopping) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
  await stop();
  process.exit();
});
