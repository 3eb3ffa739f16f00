import { spawn } from 'node:child_process';
import { DOCKER, docker } from './docker.ts';
import type { Installation } from './installation.ts';
import type { Report } from './report.ts';

/** The part of `docker inspect` that is checked. */
export type Container = {
  Config: { User: string };
  HostConfig: {
    ReadonlyRootfs: boolean;
    Privileged: boolean;
    CapDrop: string[] | null;
    CapAdd: string[] | null;
    SecurityOpt: string[] | null;
    Memory: number;
    PidsLimit: number | null;
    LogConfig: { Config: Record<string, string> };
    PortBindings: Record<string, { HostIp: string }[]> | null;
  };
};

/** Services whose first process is root: PostgreSQL becomes another user by itself, NATS keeps its volume without any capability. */
const STARTS_AS_ROOT = ['postgres', 'nats'];
const OUR_OWN = ['api', 'worker', 'sandbox'];

/** Checks how Docker really runs a container, which the compose file only asks for. */
export function checkContainer(report: Report, service: string, { Config, HostConfig }: Container): void {
  const check = (what: string, isKept: boolean) => report.check(`${service} runs ${what}`, isKept);
  check('with a file system that cannot be written', HostConfig.ReadonlyRootfs);
  check('without the rights of root', HostConfig.CapDrop?.includes('ALL') === true && !HostConfig.Privileged);
  check('without added rights', service === 'postgres' || (HostConfig.CapAdd ?? []).length === 0);
  check('without gaining rights', HostConfig.SecurityOpt?.some((one) => one.startsWith('no-new-privileges')) === true);
  check('as a user that is not root', STARTS_AS_ROOT.includes(service) || !/^(root|0)?(:|$)/.test(Config.User));
  check('with limits of memory and processes', HostConfig.Memory > 0 && (HostConfig.PidsLimit ?? 0) > 0);
  check('with a log that is rotated', 'max-size' in HostConfig.LogConfig.Config && 'max-file' in HostConfig.LogConfig.Config);
  const bindings = Object.values(HostConfig.PortBindings ?? {}).flat();
  check(
    'with ports on loopback only',
    bindings.every(({ HostIp }) => HostIp === '127.0.0.1'),
  );
}

export async function checkHardening(report: Report, installation: Installation, services: string[]): Promise<void> {
  for (const service of services) {
    const id = await installation.containerOf(service);
    const [container] = JSON.parse((await docker('inspect', id)).stdout) as [Container];
    checkContainer(report, service, container);
    if (!OUR_OWN.includes(service)) continue;
    const write = docker('exec', id, 'node', '-e', "require('fs').writeFileSync('/app/x', '')");
    report.check(
      `${service} cannot write its own sources`,
      await write.then(
        () => false,
        () => true,
      ),
    );
    const other = docker('exec', id, 'node', '-e', 'process.exit(process.getuid() === 0 ? 0 : 1)');
    report.check(
      `${service} is no root inside`,
      await other.then(
        () => false,
        () => true,
      ),
    );
  }
}

/** Whether a text is anywhere in an image: in a file of any layer, also of one that a later layer removed, or in its history. */
export async function isInImage(image: string, text: string): Promise<boolean> {
  const saved = spawn(DOCKER, ['save', image], { stdio: ['ignore', 'pipe', 'inherit'] });
  const wanted = Buffer.from(text);
  let [rest, isFound] = [Buffer.alloc(0), false];
  for await (const chunk of saved.stdout) {
    const piece = Buffer.concat([rest, chunk as Buffer]);
    isFound ||= piece.includes(wanted);
    rest = piece.subarray(-wanted.length);
  }
  return isFound;
}
