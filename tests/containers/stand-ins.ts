import { cp, link, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docker, program } from './docker.ts';
import { stagesOf } from './dockerfile.ts';
import { type Plan, root } from './plan.ts';

/** How the stand-in of a published image is made: a folder with its Dockerfile, and packages of npm that are put beside it. */
type StandIn = { image: RegExp; folder: string; packages: string[]; hasNode?: true };

const standIns: StandIn[] = [
  { image: /^node:/, folder: 'node', packages: ['npm@11'], hasNode: true },
  { image: /^postgres:/, folder: 'postgres', packages: [] },
  { image: /^nats:/, folder: 'nats', packages: [] },
  { image: /^valkey\/valkey:/, folder: 'valkey', packages: [] },
  { image: /^haproxy:/, folder: 'haproxy', packages: [] },
  { image: /^versity\/versitygw:/, folder: 's3', packages: ['@20minutes/s3rver@5.0.0'] },
];

const DEBIAN = 'patchbay-test/debian:13';
const LEFT_OUT = ['/usr/share/doc/*', '/usr/share/man/*', '/usr/share/locale/*'];

/**
 * Makes the images that the Dockerfile and the compose file take from a registry, if this machine does not have them: from Debian 13's
 * packages and from npm. Names of users, entry points, volumes and stop signals are those of the published images. Returns how many of
 * the images are stand-ins.
 */
export async function makeStandIns(plan: Plan): Promise<number> {
  const node = stagesOf(plan.dockerfile)[0]?.image ?? '';
  const published = Object.values(plan.compose.services).flatMap(({ image }) =>
    image && !image.startsWith('${') ? [image] : [],
  );
  let count = 0;
  for (const image of new Set([node, ...published])) {
    if (!(await isThere(image))) await make(image, node);
    const { stdout } = await docker('image', 'inspect', '--format', '{{index .Config.Labels "patchbay.stand-in"}}', image);
    if (stdout.trim() === '' || stdout.includes('<no value>')) continue;
    console.log(`  ${image}: ${stdout.trim()}`);
    count++;
  }
  return count;
}

const isThere = (image: string): Promise<boolean> =>
  docker('image', 'inspect', image).then(
    () => true,
    () => false,
  );

async function make(image: string, node: string): Promise<void> {
  const standIn = standIns.find((one) => one.image.test(image));
  if (!standIn) throw new Error(`No stand-in is known for ${image}; add one to tests/containers/stand-ins.ts, or pull the image`);
  await makeDebian();
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-stand-in-'));
  try {
    await cp(join(root, 'tests/containers/stand-ins', standIn.folder), folder, { recursive: true });
    if (standIn.hasNode) await link(join(root, 'node_modules/node/bin/node'), join(folder, 'node')).catch(() => copyNode(folder));
    if (standIn.packages.length > 0) await install(standIn.packages, folder);
    await docker('build', '--quiet', '--network', 'host', '--build-arg', `NODE=${node}`, '--tag', image, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const copyNode = (folder: string): Promise<void> => cp(join(root, 'node_modules/node/bin/node'), join(folder, 'node'));

async function install(packages: string[], folder: string): Promise<void> {
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  await program('npm', ['install', '--prefix', folder, ...options, ...packages]);
}

/** Debian's smallest set of packages, without documentation, if this machine does not have it. */
export async function makeDebian(): Promise<void> {
  if (await isThere(DEBIAN)) return;
  const excluded = LEFT_OUT.map((path) => `--dpkgopt=path-exclude=${path}`);
  const options = ['--quiet', '--variant=minbase', '--dpkgopt=force-unsafe-io', ...excluded, 'trixie', '-'];
  const tree = await mkdtemp(join(tmpdir(), 'patchbay-debian-'));
  try {
    await program('mmdebstrap', [...options.slice(0, -1), join(tree, 'debian.tar')]);
    await docker('import', join(tree, 'debian.tar'), DEBIAN);
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}
