import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { atEnd } from '../chaos/endings.ts';
import type { Environment } from './environment.ts';
import { openTerminal, type Terminal } from './terminal.ts';

export type Ended = { code: number | null; stdout: string; stderr: string };
type How = { env?: Record<string, string>; stdin?: string };

/** A user with an empty home folder, without .config. */
export type Person = {
  home: string;
  env: Record<string, string>;
  /** Runs patchbay with pipes, as a script does. */
  run(args: string[], how?: How): Promise<Ended>;
  terminal(options?: { columns?: number; env?: Record<string, string>; shell?: string }): Promise<Terminal>;
};

/** All output, for the scene that looks for tokens in it. */
export const printed: string[] = [];

export async function newPerson(environment: Pick<Environment, 'bin'>): Promise<Person> {
  const home = await mkdtemp(join(tmpdir(), 'patchbay-cli-home-'));
  atEnd(() => rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  // Hundreds of processes load the same modules: the cache compiles each once.
  const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'patchbay-cli-compiled');
  const env = { HOME: home, PATH: `${environment.bin}:/usr/local/bin:/usr/bin:/bin`, LANG: 'C.UTF-8', NODE_COMPILE_CACHE };
  return {
    home,
    env,
    run: (args, how = {}) => runPiped(join(environment.bin, 'patchbay'), home, { ...env, ...how.env }, args, how.stdin),
    terminal: async ({ columns, env: more, shell } = {}) => {
      const terminal = await openTerminal({ ...env, ...more }, columns, shell);
      await terminal.enter(`cd ${home}`);
      return {
        ...terminal,
        screen: async (options) => keep(await terminal.screen(options)),
        until: async (text) => keep(await terminal.until(text)),
        run: async (line) => {
          const ended = await terminal.run(line);
          keep(ended.screen);
          return ended;
        },
      };
    },
  };
}

function keep(output: string): string {
  printed.push(output);
  return output;
}

async function runPiped(program: string, cwd: string, env: Record<string, string>, args: string[], stdin = ''): Promise<Ended> {
  const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => undefined).end(stdin);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number | null, stdout: keep(stdout), stderr: keep(stderr) };
}

/** A user who is logged in to a new tenant. */
export async function newUser(environment: Environment, url = environment.url): Promise<Person & { token: string }> {
  const [person, token] = await Promise.all([newPerson(environment), environment.newTenant()]);
  const { code, stderr } = await person.run(['login', '--url', url], { stdin: `${token}\n` });
  if (code !== 0) throw new Error(`login ended with ${code}: ${stderr}`);
  return { ...person, token };
}
