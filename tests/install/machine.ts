import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { atEnd } from '../chaos/endings.ts';
import { docker, startDocker } from '../containers/docker.ts';
import { root } from '../containers/plan.ts';
import { makeDebian } from '../containers/stand-ins.ts';

const BOOTS_WITHIN_MS = 120_000;
/** What systemd needs to be the first process: mounts and namespaces of its own. */
const RIGHTS = [
  '--cap-add',
  'SYS_ADMIN',
  '--cap-add',
  'NET_ADMIN',
  '--security-opt',
  'seccomp=unconfined',
  '--security-opt',
  'apparmor=unconfined',
];

/** A plain Debian with systemd; the tree of this project is at /source, read-only. */
export type Machine = {
  url: string;
  /** The address of this machine, seen from there. */
  gateway: string;
  run(command: string[], env?: Record<string, string>): Promise<string>;
};

export async function startMachine(): Promise<Machine> {
  await startDocker();
  await makeDebian();
  const name = `patchbay-install-${randomBytes(4).toString('hex')}`;
  await docker('build', '--quiet', '--network', 'host', '--tag', name, join(root, 'tests/install/systemd'));
  atEnd(() => docker('rmi', '--force', name));
  const ca = process.env.NODE_EXTRA_CA_CERTS;
  const mounts = ['--volume', `${root}:/source:ro`, ...(ca ? ['--volume', `${ca}:/ca.pem:ro`] : [])];
  await docker(
    'run',
    '--detach',
    '--name',
    name,
    ...RIGHTS,
    '--cgroupns',
    'private',
    '--tmpfs',
    '/run',
    '--tmpfs',
    '/tmp',
    ...mounts,
    name,
  );
  atEnd(() => docker('rm', '--force', '--volumes', name));
  const run = async (command: string[], env: Record<string, string> = {}) => {
    const given = Object.entries({ ...env, ...(ca && { NODE_EXTRA_CA_CERTS: '/ca.pem' }) }).flatMap(([key, value]) => [
      '--env',
      `${key}=${value}`,
    ]);
    return (await docker('exec', ...given, name, ...command)).stdout;
  };
  await booted(run);
  const address = await docker('inspect', '--format', '{{.NetworkSettings.IPAddress}} {{.NetworkSettings.Gateway}}', name);
  const [ip, gateway = ''] = address.stdout.trim().split(' ');
  return { url: `http://${ip}`, gateway, run };
}

async function booted(run: Machine['run']): Promise<void> {
  for (const until = Date.now() + BOOTS_WITHIN_MS; Date.now() < until; await wait(500)) {
    const state = await run(['systemctl', 'is-system-running']).catch((error: Error) => error.message);
    if (/\b(running|degraded)\b/.test(state)) return;
  }
  throw new Error('systemd did not start in the container; start it by hand from tests/install/systemd to see why');
}
