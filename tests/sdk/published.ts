import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Behaviour } from './bench.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(root, 'sdk/dist');

/** Builds the published package. Returns its path. */
export function pack(): string {
  execFileSync('npm', ['run', '-s', 'pack', '-w', 'sdk'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  return dist;
}

const run = (cwd: string, command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Code of a consumer: it must compile with the published types, and its errors must not. */
const consumer = `
import { NotFoundError, Patchbay, PatchbayError, responseOf, type types, verifyWebhook } from '@patchbay/sdk';
const patchbay = new Patchbay({ token: 't', baseUrl: 'https://patchbay.example.com' });
export async function use(): Promise<string> {
  const contact: types.Contact = await patchbay.contacts.create({ firstName: 'Ada' });
  for await (const chat of patchbay.chats.each({ query: 'eq(status,"open")' })) await patchbay.chats.markRead(chat.id);
  const event = await verifyWebhook('{}', new Headers(), 'whsec_x');
  try { await patchbay.contacts.get('x'); } catch (error) {
    if (error instanceof NotFoundError) return error.requestId ?? '';
    if (error instanceof PatchbayError && error.is('contact_not_found', 'conflict')) return error.message;
    // @ts-expect-error there is no such key
    if (error instanceof PatchbayError && error.is('contact_not_fuond')) return '';
  }
  // @ts-expect-error a name is text
  await patchbay.labels.create({ name: 7 });
  // @ts-expect-error a label needs a name
  await patchbay.labels.create({});
  // @ts-expect-error there is no such method
  await patchbay.usage.search();
  return contact.id + event.id + (responseOf(contact)?.requestId ?? '');
}
`;

export const published: Behaviour[] = [
  {
    name: 'the tarball installs in an empty folder, is imported, and works',
    async check({ tenant, serverUrl }) {
      const folder = await mkdtemp(join(tmpdir(), 'patchbay-sdk-'));
      try {
        const tarball =
          run(folder, 'npm', 'pack', '--silent', '--pack-destination', folder, dist).trim().split('\n').at(-1) ?? '';
        await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
        run(folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund', '--silent', join(folder, tarball));
        const script = `import { Patchbay } from '@patchbay/sdk';
          const patchbay = new Patchbay(${JSON.stringify({ token: tenant.token, baseUrl: serverUrl })});
          console.log((await patchbay.labels.create({ name: 'from the tarball' })).name);`;
        await writeFile(join(folder, 'use.js'), script);
        assert.equal(run(folder, process.execPath, 'use.js'), 'from the tarball\n');
        await writeFile(join(folder, 'use.ts'), consumer);
        const strict = [
          '--noEmit',
          '--strict',
          '--module',
          'nodenext',
          '--target',
          'es2022',
          '--lib',
          'es2022,dom',
          '--types',
          '',
        ];
        run(folder, process.execPath, join(root, 'node_modules/typescript7/bin/tsc'), ...strict, 'use.ts');
      } catch (error) {
        throw new Error(`${error} ${(error as { stdout?: string }).stdout ?? ''}`);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  },
  {
    name: 'the published files import nothing but each other, and name nothing that only Node has',
    async check() {
      const names = globSync('**/*.{js,d.ts}', { cwd: dist });
      assert.ok(names.length > 50);
      for (const name of names) {
        const text = readFileSync(join(dist, name), 'utf8');
        for (const [, from] of text.matchAll(/(?<!['./])\b(?:from|import)\s*\(?\s*'([^']+)'/g))
          assert.match(String(from), /^\.\.?\//, name);
        assert.doesNotMatch(
          text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''),
          /\b(process|Buffer|require|__dirname|setImmediate)\b\s*[.(]/,
          name,
        );
      }
      const { dependencies, private: isPrivate } = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'));
      assert.deepEqual([dependencies, isPrivate], [undefined, undefined]);
    },
  },
];
