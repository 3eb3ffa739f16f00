import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Dockerfile, DockerfileParser, type Instruction, JSONInstruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { isLetThrough } from './ignore.ts';
import { type Plan, root } from './plan.ts';
import type { Report } from './report.ts';

export type Copy = { from: string | null; sources: string[]; target: string };
export type Stage = { name: string | null; image: string; instructions: Instruction[] };

/** The stages, in order. What comes before the first FROM belongs to none. */
export function stagesOf(text: string): Stage[] {
  const file: Dockerfile = DockerfileParser.parse(text);
  const stages: Stage[] = [];
  for (const from of file.getFROMs()) stages.push({ name: from.getBuildStage(), image: from.getImage() ?? '', instructions: [] });
  let current = -1;
  for (const instruction of file.getInstructions()) {
    if (instruction.getKeyword() === 'FROM') current++;
    else stages[current]?.instructions.push(instruction);
  }
  return stages;
}

export const instructionsOf = (stage: Stage, keyword: string): Instruction[] =>
  stage.instructions.filter((one) => one.getKeyword() === keyword);

/** The words of `["a", "b"]`; nothing where it is a line for a shell. */
export function wordsOf(instruction: Instruction | undefined): string[] | null {
  if (!(instruction instanceof JSONInstruction) || instruction.getOpeningBracket() === null) return null;
  return instruction.getJSONStrings().map((one) => one.getJSONValue());
}

/** The command of a health check, whose flags come before it. */
export function healthCommand(stage: Stage): string[] | null {
  const [check] = instructionsOf(stage, 'HEALTHCHECK');
  const json = /\bCMD\s+(\[.*\])\s*$/s.exec(check?.getRawArgumentsContent() ?? '')?.[1];
  return json ? (JSON.parse(json) as string[]) : null;
}

export function copyOf(instruction: Instruction): Copy {
  const words = instruction.getArguments().map((one) => one.getValue());
  const flag = /--from=(\S+)/.exec(instruction.getTextContent())?.[1] ?? null;
  const paths = words.filter((word) => !word.startsWith('--'));
  return { from: flag, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
}

export async function checkDockerfile(report: Report, { dockerfile, dockerignore, packageJson }: Plan): Promise<void> {
  const problems = validate(dockerfile);
  for (const { message, range } of problems) console.log(`  Dockerfile line ${range.start.line + 1}: ${JSON.stringify(message)}`);
  report.check('the linter finds nothing in the Dockerfile', problems.length === 0);
  const stages = stagesOf(dockerfile);
  const last = stages.at(-1);
  report.check('the Dockerfile has more than one stage', stages.length > 1);
  if (!last) return;
  const node = packageJson.devDependencies.node;
  for (const { image } of stages) report.check(`${image} is the Node of this project, pinned`, image.startsWith(`node:${node}-`));
  checkLast(report, last);
  const runs = stages.flatMap((stage) => instructionsOf(stage, 'RUN').map((run) => run.getArgumentsContent() ?? ''));
  report.check(
    'packages are those of the lock file, without the developer’s',
    runs.some((run) => /\bnpm ci .*--omit=dev/.test(run)),
  );
  report.check('no command runs in the last stage', instructionsOf(last, 'RUN').length === 0);
  for (const copy of stages.flatMap((stage) => instructionsOf(stage, 'COPY').map(copyOf)))
    await checkCopy(report, copy, stages, dockerignore);
  for (const secret of ['.env', 'deploy/.env', '.git/config', '.data/files/x', 'node_modules/x', 'server/src/test-kit/given.ts'])
    report.check(`.dockerignore keeps ${secret} out`, !isLetThrough(dockerignore, secret));
}

function checkLast(report: Report, last: Stage): void {
  const user = instructionsOf(last, 'USER').at(-1)?.getArgumentsContent() ?? 'root';
  report.check(`the image runs without root (${user})`, !/^(root|0)\b/.test(user));
  const at = (keyword: string) => last.instructions.findLastIndex((one) => one.getKeyword() === keyword);
  report.check('what is copied belongs to root', at('USER') > at('COPY'));
  report.check('there is a health check, without a shell', healthCommand(last) !== null);
  for (const keyword of ['ENTRYPOINT', 'CMD'])
    report.check(
      `${keyword} is without a shell, which would keep signals to itself`,
      wordsOf(instructionsOf(last, keyword)[0]) !== null,
    );
}

/** A source must be in the tree, and something of it must get past .dockerignore. */
async function checkCopy(report: Report, { from, sources }: Copy, stages: Stage[], dockerignore: string): Promise<void> {
  if (from !== null)
    return report.check(
      `there is a stage ${from}`,
      stages.some(({ name }) => name === from),
    );
  for (const source of sources) {
    report.check(`${source} is in the tree`, existsSync(join(root, source)));
    report.check(`${source} gets past .dockerignore`, (await filesOf(source, dockerignore)).length > 0);
  }
}

/** The files of a source that reach the build, by their paths in the tree. */
export async function filesOf(source: string, dockerignore: string): Promise<string[]> {
  const path = source.replace(/\/+$/, '');
  if (!existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return isLetThrough(dockerignore, path) ? [path] : [];
  const found = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name).slice(root.length));
  return files.filter((one) => isLetThrough(dockerignore, one));
}
