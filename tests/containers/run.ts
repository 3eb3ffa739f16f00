import { kinds } from '../../sandbox/src/index.ts';
import { createApi, until } from '../channels/api.ts';
import { type Build, buildImage } from './build.ts';
import { docker, startDocker } from './docker.ts';
import { checkHardening, isInImage } from './hardening.ts';
import { createInstallation, type Installation } from './installation.ts';
import { checkFile, converse, keepFile, type Lines, type Receiver, setUp, startReceiver } from './journey.ts';
import type { Plan } from './plan.ts';
import type { Report } from './report.ts';
import { makeStandIns } from './stand-ins.ts';
import { startTraffic } from './traffic.ts';

const KEPT = 'A file that survives every restart.';

/** What the processes of one installation were seen to do. */
export type Run = {
  built: number;
  standIns: number;
  services: number;
  webhook: 'delivered' | 'missing';
  restarted: number;
  upgraded: number;
  requests: number;
  failedRequests: number;
  imageMb: number;
};

type Talk = { api: ReturnType<typeof createApi>; receiver: Receiver; lines: Lines };

/** Builds the image and runs the compose file from empty volumes to the end of an upgrade. */
export async function runContainers(report: Report, plan: Plan): Promise<Run> {
  await startDocker();
  const standIns = await makeStandIns(plan);
  const [first, second] = [
    await timed('first build', () => buildImage('first')),
    await timed('second build', () => buildImage('second')),
  ];
  report.check('no layer of the image contains the npmrc of its build', !(await isInImage(first.image, first.token)));
  const installation = await createInstallation(first.image);
  const services = Object.keys(plan.compose.services);
  const lasting = services.filter((service) => service !== 'migrate');
  await timed('start', () => installation.compose('up', '-d'));
  await timed('healthy', () => installation.healthy(lasting));
  const talk = await timed('tenant and channels', () => prepare(installation));
  await timed('four channels', () => everyChannel(talk, 'first'));
  const fileId = await keepFile(talk.api, KEPT);
  await checkHardening(report, installation, lasting);
  await timed('restarts', () => restartEach(installation, lasting, talk));
  await checkFile(talk.api, fileId, KEPT);
  const traffic = await timed('upgrade', () => upgrade(report, installation, second, talk));
  await checkFile(talk.api, fileId, KEPT);
  const webhook = talk.receiver.deliveries.some(({ event }) => event === 'message.received') ? 'delivered' : 'missing';
  report.check('every webhook was signed', talk.receiver.unsigned() === 0);
  return {
    built: 1,
    standIns,
    services: services.length,
    webhook,
    restarted: lasting.length,
    upgraded: 1,
    requests: traffic.requests,
    failedRequests: traffic.failed,
    imageMb: first.megabytes,
  };
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  console.log(`  ${what}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
  return result;
}

async function prepare(installation: Installation): Promise<Talk> {
  const command = ['server/dist/admin.js', 'tenant', 'create', '--name', 'Test', '--plan', 'enterprise', '--sandbox', '--json'];
  const more = ['--rate-limit', '1000000'];
  const said = await installation.compose('run', '--rm', '--no-deps', '-T', 'migrate', ...command, ...more);
  const { accessToken } = JSON.parse(said.slice(said.indexOf('{'))) as { accessToken: string };
  const api = createApi([installation.url], accessToken);
  const gateway = '{{(index .IPAM.Config 0).Gateway}}';
  const { stdout } = await docker('network', 'inspect', '--format', gateway, `${installation.name}_outside`);
  const receiver = await startReceiver();
  return { api, receiver, lines: await setUp(api, receiver, stdout.trim()) };
}

async function everyChannel({ api, receiver, lines }: Talk, round: string): Promise<void> {
  for (const kind of kinds) await converse(api, receiver, lines, kind, `${round} on ${kind}`);
}

/** Restarts one container after the other; after each, a customer is answered. */
async function restartEach(installation: Installation, services: string[], { api, receiver, lines }: Talk): Promise<void> {
  for (const service of services) {
    await timed(`restart of ${service}`, async () => {
      await installation.compose('restart', '--timeout', '40', service);
      await installation.healthy([service]);
      await until(
        () =>
          fetch(`${installation.url}/readyz`).then(
            ({ status }) => status,
            () => 0,
          ),
        (status) => status === 200,
      );
      await converse(api, receiver, lines, 'whatsapp', `after the restart of ${service}`);
    });
  }
}

/** Upgrades to another build while requests run all the time. */
async function upgrade(report: Report, installation: Installation, to: Build, talk: Talk) {
  const old = await installation.containerOf('api');
  const traffic = startTraffic(talk.api);
  try {
    await installation.useImage(to.image);
    await installation.upgrade();
    await installation.healthy(['api', 'worker', 'sandbox']);
  } finally {
    await traffic.stop();
  }
  const result = await traffic.stop();
  report.check('requests ran during the upgrade', result.requests > 100);
  report.check('no request failed during the upgrade', result.failed === 0);
  for (const service of ['api', 'worker', 'sandbox']) {
    const id = await installation.containerOf(service);
    const { stdout } = await docker('inspect', '--format', '{{.Config.Image}}', id);
    report.check(`${service} runs the second build`, stdout.trim() === to.image && id !== old);
  }
  await everyChannel(talk, 'after the upgrade');
  return result;
}
