import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { atEnd } from '../chaos/endings.ts';
import { copyOf, filesOf, instructionsOf, type Stage, stagesOf } from './dockerfile.ts';
import { type Plan, root } from './plan.ts';

const run = promisify(execFile);

/** Creates the folder of the image by the steps of the Dockerfile: its COPY lines, and packages by npm ci. */
export async function layOut({ dockerfile, dockerignore }: Plan): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-image-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const stages = stagesOf(dockerfile);
  for (const [i, stage] of stages.entries()) await play(stage, folder, i, stages, dockerignore);
  return join(folder, String(stages.length - 1), workdirOf(stages.at(-1) as Stage));
}

const workdirOf = (stage: Stage): string => instructionsOf(stage, 'WORKDIR')[0]?.getArgumentsContent() ?? '/';

async function play(stage: Stage, folder: string, number: number, stages: Stage[], dockerignore: string): Promise<void> {
  const base = join(folder, String(number));
  const here = join(base, workdirOf(stage));
  await mkdir(here, { recursive: true });
  for (const instruction of stage.instructions) {
    if (instruction.getKeyword() === 'COPY') await copy(copyOf(instruction), { folder, base, here, stages, dockerignore });
    if (instruction.getKeyword() === 'RUN') await runCommand(instruction.getArgumentsContent() ?? '', here);
  }
}

type Places = { folder: string; base: string; here: string; stages: Stage[]; dockerignore: string };

async function copy({ from, sources, target }: ReturnType<typeof copyOf>, places: Places): Promise<void> {
  const { folder, base, here, stages, dockerignore } = places;
  const to = target.startsWith('/') ? join(base, target) : resolve(here, target);
  for (const source of sources) {
    if (from !== null) {
      const stage = stages.findIndex(({ name }) => name === from);
      await cp(join(folder, String(stage), source), to, { recursive: true, verbatimSymlinks: true });
      continue;
    }
    for (const file of await filesOf(source, dockerignore)) {
      const isFolder = file !== source;
      await cp(
        join(root, file),
        isFolder ? join(to, file.slice(source.length)) : target.endsWith('/') ? join(to, basename(file)) : to,
      );
    }
  }
}

/** Packages are fetched in a build, and the documentation site is made; anything else would have to be understood here, too. */
async function runCommand(command: string, here: string): Promise<void> {
  if (command === 'node scripts/docs.ts') return void (await run(process.execPath, ['scripts/docs.ts'], { cwd: here }));
  if (!/^npm ci( --[\w=-]+)+$/.test(command)) throw new Error(`The Dockerfile runs ${command}, which this check cannot follow`);
  await run('npm', [...command.split(' ').slice(1), '--prefer-offline', '--loglevel=error'], {
    cwd: here,
    maxBuffer: 10_000_000,
  });
}

/** Every file below, so that what a process wrote shows. */
export async function everyFile(folder: string): Promise<Set<string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return new Set(found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name)));
}
