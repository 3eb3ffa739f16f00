import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scoped } from '../chaos/endings.ts';
import { copyTree } from './copy-tree.ts';
import { type Mutant, mutants } from './mutants.ts';
import { root } from './pages.ts';

const MOST_MS = 600_000;

/** Runs the suite against a copy of the project for each mutant, and checks that it reports the expected fault. ONLY=word selects mutants. */
export const testMutants = (): Promise<boolean> =>
  scoped(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-docs-copy-'));
    try {
      copyTree(root, folder);
      await linkPackages(folder);
      const whole = await suiteIn(folder, { parts: 'events,links,site,coverage' });
      if (whole.code !== 0) throw new Error(`The copy is not whole to begin with:\n${whole.said}`);
      return await plantAll(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

/** The copy finds its packages through links, those of each workspace too. */
async function linkPackages(folder: string): Promise<void> {
  const places = ['', ...readdirSync(root)].map((name) => join(name, 'node_modules'));
  for (const place of places.filter((one) => existsSync(join(root, one)))) await symlink(join(root, place), join(folder, place));
}

async function plantAll(folder: string): Promise<boolean> {
  let caught = 0;
  const chosen = mutants.filter(({ name }) => name.includes(process.env.ONLY ?? ''));
  for (const mutant of chosen) {
    const isCaught = await plant(folder, mutant);
    console.log(`${isCaught ? 'caught' : 'MISSED'}: ${mutant.name}`);
    if (isCaught) caught++;
  }
  console.log(`planted=${chosen.length} caught=${caught}`);
  return caught === chosen.length && caught > 0;
}

async function plant(folder: string, { file, find, put, parts, pages, says }: Mutant): Promise<boolean> {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  const broken = typeof find === 'string' ? text.replace(find, () => put) : text.replace(find, put);
  if (broken === text) throw new Error(`${find} is no longer in ${file}: the mutant would prove nothing`);
  writeFileSync(path, broken);
  const { code, said } = await suiteIn(folder, { parts, pages });
  writeFileSync(path, text);
  const isCaught = code !== 0 && says.test(said);
  if (!isCaught) console.error(`it ended with ${code} and said:\n${said.slice(-2000)}`);
  return isCaught;
}

function suiteIn(
  folder: string,
  { parts, pages = '' }: Pick<Mutant, 'parts' | 'pages'>,
): Promise<{ code: number; said: string }> {
  const args = ['tests/docs/main.ts', '--parts', parts, '--pages', pages];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, timeout: MOST_MS, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, said: stdout + stderr }),
    );
  });
}
