import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadConfig } from '../../server/src/platform/config.ts';
import { createFileStore } from '../../server/src/platform/file-store/index.ts';
import { freePort } from '../../server/src/test-kit/ports.ts';
import { atEnd } from '../chaos/endings.ts';
import { startS3 } from '../uploads/s3.ts';

const run = promisify(execFile);

/** The bucket of the backups, on a real S3 server with TLS. It is not on the machine that is destroyed. */
export type Repository = { port: number; certificate: string; bucket: string; keyId: string; secret: string };

export async function startRepository(folder: string): Promise<Repository> {
  const packages = ['postgresql', 'pgbackrest', 'redis-server', 'nats-server', 'openssl'];
  await run('bash', [fileURLToPath(new URL('../../scripts/need.sh', import.meta.url)), ...packages]);
  const [port, certificate, both] = [await freePort(), join(folder, 's3.crt'), join(folder, 's3.pem')];
  const key = join(folder, 's3.key');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const request = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    certificate,
    ...subject,
  ];
  await run('openssl', request);
  await writeFile(both, (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')));
  const s3 = await startS3({ port, certificate: both });
  atEnd(s3.stop);
  const bucket = 'patchbay-backups';
  const store = createFileStore(loadConfig({ ...s3.env, S3_BUCKET: bucket }));
  await store.prepare(); // creates the bucket
  await store.close();
  const { S3_ACCESS_KEY_ID: keyId = '', S3_SECRET_ACCESS_KEY: secret = '' } = s3.env;
  return { port, certificate, bucket, keyId, secret };
}
