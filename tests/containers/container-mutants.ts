import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../chaos/endings.ts';
import { buildImage } from './build.ts';
import { startDocker } from './docker.ts';
import { stagesOf } from './dockerfile.ts';
import { type Container, checkContainer, isInImage } from './hardening.ts';
import { readPlan } from './plan.ts';
import { createReport } from './report.ts';
import { makeStandIns } from './stand-ins.ts';

const sound: Container = {
  Config: { User: 'node' },
  HostConfig: {
    ReadonlyRootfs: true,
    Privileged: false,
    CapDrop: ['ALL'],
    CapAdd: null,
    SecurityOpt: ['no-new-privileges:true'],
    Memory: 1_000_000_000,
    PidsLimit: 200,
    LogConfig: { Config: { 'max-size': '20m', 'max-file': '5' } },
    PortBindings: { '8080/tcp': [{ HostIp: '127.0.0.1' }] },
  },
};

/** Containers with one fault each, and what must be said of it. */
export const containerMutants: [string, Partial<Container['HostConfig']> & { User?: string }, RegExp][] = [
  ['a container of root', { User: '' }, /not root/],
  ['a container of user 0', { User: '0:0' }, /not root/],
  ['a file system that Docker lets be written', { ReadonlyRootfs: false }, /cannot be written/],
  ['all rights of root', { Privileged: true }, /rights of root/],
  ['a right that was added', { CapAdd: ['NET_ADMIN'] }, /added rights/],
  ['programs that gain rights', { SecurityOpt: null }, /gaining/],
  ['no limit of memory', { Memory: 0 }, /limits/],
  ['no limit of processes', { PidsLimit: null }, /limits/],
  ['a log without an end', { LogConfig: { Config: {} } }, /rotated/],
  ['a port on all addresses', { PortBindings: { '8080/tcp': [{ HostIp: '' }] } }, /loopback/],
];

export function faultsOfContainer({
  User = sound.Config.User,
  ...host
}: Partial<Container['HostConfig']> & { User?: string }): string[] {
  const report = createReport();
  checkContainer(report, 'api', { Config: { User }, HostConfig: { ...sound.HostConfig, ...host } });
  return report.failed;
}

/** Builds an image that copies its npmrc into a layer and removes it in the next one. */
export async function faultsOfLeakyImage(): Promise<string[]> {
  await startDocker();
  const plan = await readPlan();
  await makeStandIns(plan);
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-leak-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const leak = 'RUN --mount=type=secret,id=npmrc,target=/root/.npmrc cp /root/.npmrc /kept';
  await writeFile(
    join(folder, 'Dockerfile'),
    [`FROM ${stagesOf(plan.dockerfile)[0]?.image}`, leak, 'RUN rm /kept', ''].join('\n'),
  );
  const { image, token } = await buildImage('leak', folder);
  return (await isInImage(image, token)) ? ['the token is in a layer'] : [];
}
