import { cpSync, existsSync, globSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Plugin } from 'rolldown';

/**
 * npm run build: bundles the server and its packages into server/dist, a few files instead of 2,400, so that a process starts in 40 % of
 * the processor time (ADR 104). Programs and threads keep their names: main.ts becomes main.js. --if-changed builds only when a source is
 * newer than the last build.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const source = `${root}server/src/`;
const target = `${root}server/dist/`;
/** What is started by its path: programs, and the modules of worker threads. */
const ENTRIES = ['main.ts', 'admin.ts', 'is-ready.ts', 'platform/run-parser.ts', '**/*-thread.ts'];
/** Packages that stay outside: one starts threads from a file of its own, the others are optional and not installed. */
const EXTERNAL = ['piscina', 'pg-native', '@valkey/valkey-glide'];

/** Packages that are loaded with their first use stay packages: some read files of their own. */
const lazyPackages: Plugin = {
  name: 'lazy-packages',
  resolveDynamicImport: (id) => (typeof id === 'string' && !id.startsWith('.') ? { id, external: true } : null),
};

/** All files of the build are in one folder, so a file that a module finds beside its source is found by its name. */
const filesByName: Plugin = {
  name: 'files-by-name',
  transform: {
    filter: { id: /server\/src\//, code: /import\.meta\.url/ },
    handler: (code) => ({
      code: code.replaceAll(/new URL\('[./\w-]*?([\w-]+)\.ts', import\.meta\.url\)/g, "new URL('./$1.js', import.meta.url)"),
      map: null,
    }),
  },
};

const { values } = parseArgs({ options: { 'if-changed': { type: 'boolean', default: false } } });
if (!values['if-changed'] || isOutdated()) await build();

/** Removes no code: the bundler takes `decodeURIComponent(url)` without its result, which throws for a bad URL, for code without effect. */
async function build(): Promise<void> {
  const { rolldown } = await import('rolldown').catch(() => {
    throw new Error('The bundler is not installed. Run npm ci without --omit=dev, or start the sources: node server/src/main.ts');
  });
  const files = globSync(ENTRIES.map((entry) => source + entry));
  const input = Object.fromEntries(files.map((file) => [basename(file, '.ts'), file]));
  const bundle = await rolldown({
    input,
    cwd: root,
    platform: 'node',
    treeshake: false,
    external: EXTERNAL,
    plugins: [lazyPackages, filesByName],
  });
  rmSync(target, { recursive: true, force: true });
  const { output } = await bundle.write({
    dir: target,
    format: 'esm',
    minify: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
    chunkFileNames: '[name]-[hash].js',
  });
  cpSync(`${source}storage/migrations`, `${target}migrations`, { recursive: true });
  console.log(`entries=${files.length} files=${output.length} server=${target}`);
}

function isOutdated(): boolean {
  if (!existsSync(`${target}main.js`)) return true;
  const builtAt = statSync(`${target}main.js`).mtimeMs;
  const sources = globSync([`${source}**/*.{ts,sql}`, `${root}package-lock.json`, `${root}scripts/build.ts`]);
  return sources.some((file) => statSync(file).mtimeMs > builtAt);
}
