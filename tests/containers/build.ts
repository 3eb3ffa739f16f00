import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../chaos/endings.ts';
import { docker } from './docker.ts';
import { root } from './plan.ts';

export type Build = { image: string; megabytes: number; token: string };

/** Builds an image from a folder, with a token in the build's npmrc that must not be found in the image. The image is removed at the end. */
export async function buildImage(tag: string, folder = root): Promise<Build> {
  const image = `patchbay-test:${tag}-${randomBytes(4).toString('hex')}`;
  const token = randomBytes(24).toString('hex');
  const secrets = await mkdtemp(join(tmpdir(), 'patchbay-build-'));
  const npmrc = join(secrets, 'npmrc');
  atEnd(() => docker('rmi', '--force', image));
  try {
    await writeFile(npmrc, `//registry.invalid/:_authToken=${token}\n`);
    const ca = process.env.NODE_EXTRA_CA_CERTS;
    const given = ['--secret', `id=npmrc,src=${npmrc}`, ...(ca ? ['--secret', `id=ca,src=${ca}`] : [])];
    await docker('build', '--quiet', ...given, '--label', `org.opencontainers.image.revision=${tag}`, '--tag', image, folder);
  } finally {
    await rm(secrets, { recursive: true, force: true });
  }
  const { stdout } = await docker('image', 'inspect', '--format', '{{.Size}}', image);
  return { image, megabytes: Math.round(Number(stdout) / 1e6), token };
}
