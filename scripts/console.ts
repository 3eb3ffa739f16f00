import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/**
 * npm run console:build: builds the console into console/dist, which the server serves at /console/. Text files are also written
 * compressed. --if-changed builds only when a source is newer than the last build; --if-missing, which `npm start` uses, builds only
 * where there is none, and never fails: a server without console is better than none.
 */
const root = fileURLToPath(new URL('../console/', import.meta.url));
const index = `${root}dist/index.html`;
const { values } = parseArgs({
  options: { 'if-changed': { type: 'boolean', default: false }, 'if-missing': { type: 'boolean', default: false } },
});

if (values['if-missing']) {
  if (!existsSync(index))
    await build().catch((error: Error) => console.error(`The console was not built, /console/ is empty: ${error.message}`));
} else if (!values['if-changed'] || isOutdated()) await build();

async function build(): Promise<void> {
  const { build } = await import('vite'); // an installation without development packages cannot import it
  process.chdir(root); // Lingui reads its configuration from the working directory
  await build({ root, logLevel: 'warn' });
  const files = globSync(`${root}dist/**/*.{js,css,html,svg}`);
  const kilobytes = files.reduce((total, file) => total + compress(file), 0) / 1024;
  console.log(`files=${files.length} compressedKb=${Math.round(kilobytes)} console=${root}dist`);
}

/** Writes the file with Brotli and gzip beside it. Returns the size with Brotli. */
function compress(file: string): number {
  const content = readFileSync(file);
  const brotli = brotliCompressSync(content);
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  return brotli.length;
}

function isOutdated(): boolean {
  if (!existsSync(index)) return true;
  const builtAt = statSync(index).mtimeMs;
  const sources = globSync([`${root}{src,public}/**/*.*`, `${root}*.*`, `${root}../sdk/src/**/*.ts`]);
  return sources.some((file) => statSync(file).mtimeMs > builtAt);
}
