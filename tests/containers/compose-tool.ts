import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './plan.ts';
import type { Report } from './report.ts';

const run = promisify(execFile);
const tools: [string, string[]][] = [
  ['docker', ['compose']],
  ['docker-compose', []],
];

/** Lets Compose itself read the file, where there is a Compose; none is installed for it. Answers which one it was. */
export async function letComposeRead(report: Report, composeText: string, env: Record<string, string>): Promise<string> {
  for (const [program, first] of tools) {
    const isThere = await run(program, [...first, 'version']).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    await read(report, [program, ...first], composeText, env);
    return [program, ...first].join('-');
  }
  return 'none';
}

async function read(
  report: Report,
  [program = '', ...first]: string[],
  composeText: string,
  env: Record<string, string>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-compose-'));
  try {
    const [file, envFile] = [join(folder, 'compose.yaml'), join(folder, 'env')];
    await writeFile(file, composeText);
    const ask = async (settings: Record<string, string>): Promise<string> => {
      await writeFile(
        envFile,
        Object.entries(settings)
          .map(([name, value]) => `${name}=${value}\n`)
          .join(''),
      );
      const args = [...first, '--project-directory', join(root, 'deploy'), '-f', file, '--env-file', envFile, 'config'];
      return run(program, args, { env: { PATH: process.env.PATH, HOME: process.env.HOME } }).then(
        ({ stdout }) => stdout,
        (error: { stderr?: string }) => `refused: ${error.stderr}`,
      );
    };
    const whole = await ask(env);
    if (whole.startsWith('refused')) console.log(`  ${whole}`);
    report.check('Compose reads the file', !whole.startsWith('refused'));
    report.check('Compose fills in what it is given', whole.includes(env.MASTER_KEY ?? '-'));
    const { MASTER_KEY: _none, ...without } = env;
    const refusal = await ask(without);
    report.check(
      'Compose refuses to start without a MASTER_KEY',
      refusal.startsWith('refused') && refusal.includes('MASTER_KEY'),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
