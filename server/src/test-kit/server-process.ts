import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { program } from './programs.ts';

export type ServerProcess = {
  baseUrl: string;
  pid: number;
  child: ChildProcess;
  log(): string;
  stop(): Promise<number | null>;
  kill(): Promise<void>;
};

/**
 * On a busy machine requests wait long for a connection; a suite that measures the refusal sets DATABASE_WAIT_MS to nothing, which is
 * the default of the server.
 */
const PATIENT = { DATABASE_WAIT_MS: '60000' };

/** Starts a server process on its own port, for tests that kill, drain or count processes. `mainUrl`: a modified copy of the server. */
export async function startProcess(
  role: 'api' | 'worker' | 'all',
  env: Record<string, string>,
  mainUrl?: string,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [mainUrl ? fileURLToPath(mainUrl) : program('main'), role], {
    env: { ...process.env, ...PATIENT, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-100_000);
      const address = /"address":"(http:[^"]+)"/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`the ${role} process ended with ${code} before it was ready:\n${output}`)));
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  return {
    baseUrl,
    pid: child.pid as number,
    child,
    log: () => output,
    async stop() {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs an admin command and returns the JSON that it prints. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the command printed and fails where it is wrong
export async function admin(env: Record<string, string>, ...args: string[]): Promise<any> {
  const { stdout } = await promisify(execFile)(process.execPath, [program('admin'), ...args], {
    env: { ...process.env, ...env },
  });
  return stdout.startsWith('{') ? JSON.parse(stdout) : stdout;
}
