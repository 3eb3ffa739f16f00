import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Document, type Operation, operationsOf } from './sdk/document.ts';
import { fileName, methodPath, requireDistinct } from './sdk/names.ts';
import { writeClient } from './sdk/write-client.ts';
import { writeEvents } from './sdk/write-events.ts';
import { writeOperations } from './sdk/write-operations.ts';
import { writeResource } from './sdk/write-resource.ts';
import { writeTypes } from './sdk/write-types.ts';

/**
 * `npm run sdk` writes sdk/src/generated from the committed OpenAPI document. --check writes nothing and fails if
 * the committed files are out of date, or if an operation does not have exactly one method.
 */
const root = new URL('..', import.meta.url).pathname;
const committed = join(root, 'sdk/src/generated');
const HEAD = '// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.\n';

const document = JSON.parse(readFileSync(join(root, 'docs/reference/openapi.json'), 'utf8')) as Document;
const operations = operationsOf(document);
requireDistinct(operations);
const files = formatted(generate());

if (process.argv.includes('--check')) check();
else {
  rmSync(committed, { recursive: true, force: true });
  for (const [name, text] of files) write(join(committed, name), text);
}

function generate(): Map<string, string> {
  const description = new Map(document.tags.map(({ name, description }) => [name, description]));
  const files = new Map([['types.ts', writeTypes(document, operations)]]);
  const classes: Record<'v2' | 'v3', string[]> = { v2: [], v3: [] };
  for (const [name, own] of Map.groupBy(operations, resourceName)) {
    const [version, resource] = name.split('/') as ['v2' | 'v3', string];
    classes[version].push(resource);
    const file = `resources/${version === 'v2' ? 'v2/' : ''}${fileName(resource)}.ts`;
    files.set(file, writeResource(resource, description.get(own[0]?.tag ?? '') ?? '', own));
  }
  files.set('patchbay.ts', writeClient(classes.v3, classes.v2));
  files.set('operations.ts', writeOperations(operations));
  files.set('events.ts', writeEvents(operations));
  return files;
}

function resourceName(operation: Operation): string {
  const { isV2, resource } = methodPath(operation);
  return `${isV2 ? 'v2' : 'v3'}/${resource}`;
}

/** Formats the generated files like all others. */
function formatted(files: Map<string, string>): Map<string, string> {
  const folder = mkdtempSync(join(root, 'sdk/.generated-'));
  try {
    for (const [name, text] of files) write(join(folder, name), HEAD + text);
    const run = spawnSync('biome', ['check', '--write', '--vcs-enabled=false', folder], { cwd: root, encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`the formatter rejects the generated files:\n${run.stdout}${run.stderr}`);
    return new Map([...files.keys()].map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function check(): void {
  const faults: string[] = [];
  for (const [name, text] of files) {
    const file = join(committed, name);
    if (!existsSync(file)) faults.push(`sdk/src/generated/${name} is missing; run: npm run sdk`);
    else if (readFileSync(file, 'utf8') !== text) faults.push(`sdk/src/generated/${name} is stale; run: npm run sdk`);
  }
  for (const name of globSync('**/*.ts', { cwd: committed }))
    if (!files.has(name)) faults.push(`sdk/src/generated/${name} is not made from the document any more; run: npm run sdk`);
  const methods = methodsOf();
  for (const { id } of operations) {
    const found = methods.filter((method) => method === id).length;
    if (found !== 1) faults.push(`${id} has ${found} methods in the SDK, and must have one`);
  }
  for (const fault of faults) console.error(fault);
  console.log(`operations=${operations.length} methods=${methods.length} files=${files.size} faults=${faults.length}`);
  if (faults.length > 0) process.exitCode = 1;
}

/** Reads the methods from the committed source, not from the generated text. */
function methodsOf(): string[] {
  return globSync('resources/**/*.ts', { cwd: committed }).flatMap((name) =>
    [...readFileSync(join(committed, name), 'utf8').matchAll(/operation: '(\w+)'/g)].map(([, id]) => String(id)),
  );
}
