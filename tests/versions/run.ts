import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Combination, titleOf } from './combinations.ts';
import { linkPrograms, type Roots } from './programs.ts';

export type Result = { title: string; isGreen: boolean; seconds: number; output: string };

export type Run = {
  combination: Combination;
  suites: string[];
  folder: string;
  roots: Roots;
  /** Whose programs are used, if not those of the combination: a planted fault. */
  programsOf?: Combination;
  /** A copy of this project with a planted fault. */
  project?: string;
  /** Test files of the suite `tests`, if not the chosen ones. */
  files?: string[];
  suiteLimitMs?: number;
  isQuiet?: true;
};

const UNSHARE = 'unshare';
const LIMIT_MS = 30 * 60_000;
const own = fileURLToPath(new URL('../../', import.meta.url));
/** Namespaces of its own for network, processes and shared memory: nothing outside is reached, and nothing outlives the first process. */
const APART = ['--net', '--ipc', '--pid', '--fork', '--kill-child', '--mount-proc'];
const START = 'ip link set lo up && exec "$@"';

/** Runs the suites on one combination. Everything that it starts ends with it, and its files are removed. */
export async function runCombination(run: Run): Promise<Result> {
  const startedAt = performance.now();
  const folder = await mkdtemp(join(run.folder, 'combination-'));
  const title = titleOf(run.combination);
  try {
    await mkdir(join(folder, 'tmp'), { mode: 0o777 });
    const programs = await linkPrograms(join(folder, 'bin'), run.programsOf ?? run.combination, run.roots);
    const cache = join(run.folder, 'compiled'); // processes of all combinations load the same modules
    const env = { ...withoutServices(process.env), ...programs, TMPDIR: join(folder, 'tmp'), NODE_COMPILE_CACHE: cache };
    const { code, output } = await runApart(run, { ...env, COMBINATION: JSON.stringify({ ...run, roots: undefined, folder }) });
    return { title, isGreen: code === 0, seconds: Math.round((performance.now() - startedAt) / 1000), output };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runApart(
  { project = own, isQuiet }: Run,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; output: string }> {
  const command = ['sh', '-c', START, 'sh', process.execPath, join(project, 'tests/versions/combination.ts')];
  const child = spawn(UNSHARE, [...APART, '--', ...command], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  const limit = setTimeout(kill, LIMIT_MS);
  process.once('exit', kill);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (!isQuiet) process.stdout.write(text);
    });
  const code = await new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject));
  clearTimeout(limit);
  process.off('exit', kill);
  return { code, output };
}

/** Addresses of the caller's services mean nothing in the namespace. */
function withoutServices(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { TEST_DATABASE_SERVER: _, DATABASE_URL: _1, NATS_URL: _2, REDIS_URL: _3, ...others } = env;
  return others;
}
