import { createApi, until } from '../channels/api.ts';
import { main } from '../chaos/endings.ts';
import { converse, setUp, startReceiver } from '../containers/journey.ts';
import { startTraffic } from '../containers/traffic.ts';
import { printFigures } from '../security/environment.ts';
import { type Machine, startMachine } from './machine.ts';
import { hardeningOf } from './units.ts';

const INSTALL = ['bash', '/source/deploy/debian/install.sh', '--with-sandbox'];
/** systemd-analyze security: 0 is best, 10 has no protection at all. */
const MAX_EXPOSURE = 1.5;

/**
 * Installs Patchbay on a plain Debian 13 by deploy/debian/install.sh until a webhook is delivered and a message is answered, and installs it
 * again over the running one while requests are made.
 */
await main(async () => {
  const startedAt = performance.now();
  const machine = await startMachine();
  await machine.run(INSTALL);
  await allowLocalWebhooks(machine);
  const { api, delivered } = await deliver(machine);
  const exposures = await hardeningOf(machine);
  const open = exposures.filter(({ exposure }) => exposure > MAX_EXPOSURE);
  for (const { unit, exposure } of open) console.error(`failed: systemd-analyze security rates ${unit} ${exposure}`);
  const traffic = startTraffic(api);
  const upgraded = await machine.run(INSTALL).catch((error: Error) => error);
  const { requests, failed } = await traffic.stop();
  if (upgraded instanceof Error) throw upgraded;
  printFigures({
    delivered,
    units: exposures.length,
    exposure: Math.max(...exposures.map(({ exposure }) => exposure)),
    upgraded: 1,
    requests,
    failedRequests: failed,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  });
  return delivered === 1 && open.length === 0 && requests > 100 && failed === 0;
});

/** The receiver of the test is at a private address, which workers refuse by default. */
async function allowLocalWebhooks(machine: Machine): Promise<void> {
  await machine.run(['sh', '-c', 'echo WEBHOOK_ALLOW_PRIVATE=true >>/etc/patchbay/patchbay.env']);
  await machine.run(['systemctl', 'restart', 'patchbay-api@8081', 'patchbay-api@8082', 'patchbay-worker']);
  await until(
    () =>
      fetch(`${machine.url}/readyz`).then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status === 200,
  );
}

async function deliver(machine: Machine) {
  const command = [
    'tenant',
    'create',
    '--name',
    'Test',
    '--plan',
    'enterprise',
    '--rate-limit',
    '1000000',
    '--sandbox',
    '--json',
  ];
  const made = JSON.parse(await machine.run(['patchbay-admin', ...command])) as { accessToken: string };
  const api = createApi([machine.url], made.accessToken);
  const receiver = await startReceiver();
  const lines = await setUp(api, receiver, machine.gateway);
  await converse(api, receiver, lines, 'whatsapp', 'Do you have it in blue?');
  await converse(api, receiver, lines, 'sms', 'And in green?');
  return { api, delivered: receiver.deliveries.some(({ event }) => event === 'message.received') ? 1 : 0 };
}
