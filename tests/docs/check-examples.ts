import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSources } from '../../scripts/docs/sources.ts';
import { commandFault } from './command-lines.ts';
import { type Block, blocksOf, placeOf, root } from './pages.ts';

/** Returns the examples of the API reference that the SDK's types or the CLI's parser refuse. */
export function wrongExamples(): string[] {
  const blocks = [...readSources(root).pages]
    .filter(([file]) => file.startsWith('docs/reference/api/'))
    .flatMap(([file, source]) => blocksOf(file, source));
  const commands = blocks.filter(({ info }) => info === '[CLI]');
  return [
    ...commands.flatMap((block) =>
      [commandFault(block)].filter((fault) => fault !== undefined).map((fault) => `${placeOf(block)}: ${fault}`),
    ),
    ...typeFaults(blocks.filter(({ info }) => info === '[SDK]')),
  ];
}

const HEAD = `import { readFile } from 'node:fs/promises';
import { Patchbay } from '@patchbay/sdk';
const patchbay = new Patchbay({ token: '', baseUrl: '' });
void readFile;
`;

/** Compiles all examples as one program, each in a function of its own. */
function typeFaults(blocks: Block[]): string[] {
  mkdirSync(join(root, '.data'), { recursive: true });
  const folder = mkdtempSync(join(root, '.data/examples-'));
  try {
    const functions = blocks.map(({ text }, index) => `export async function example${index}() {\n${text}}\n`);
    writeFileSync(join(folder, 'examples.ts'), HEAD + functions.join(''));
    const config = { extends: join(root, 'tsconfig.json'), include: [join(folder, 'examples.ts')] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    execFileSync(process.execPath, [join(root, 'node_modules/typescript7/bin/tsc'), '-p', folder], { encoding: 'utf8' });
    return [];
  } catch (error) {
    return (error as { stdout: string }).stdout.trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
