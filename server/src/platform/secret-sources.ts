import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

type Env = Record<string, string | undefined>;

/** Settings that hold a secret: each may be given as `NAME_FILE`, the path of a file with the value. */
const FROM_FILES = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_ENGINE_URL',
  'REDIS_URL',
  'NATS_URL',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'MASTER_KEY',
  'MASTER_KEYS',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
];
/** Settings that may be given as `NAME_COMMAND`, a command that prints the value, such as one that asks a key management service. */
const FROM_COMMANDS = ['MASTER_KEY', 'MASTER_KEYS'];

const COMMAND_WITHIN_MS = 15_000;
const MAX_OUTPUT_BYTES = 65_536;

/**
 * Returns the environment with the values that `NAME_FILE` and `NAME_COMMAND` point to. Throws one error that names every source that
 * failed. No message contains a value, a command or what a command printed.
 */
export function resolveSecretSources(env: Env, commandWithinMs = COMMAND_WITHIN_MS): Env {
  const resolved = { ...env };
  const problems: string[] = [];
  for (const name of FROM_FILES) {
    try {
      const value = secretOf(name, env, commandWithinMs);
      if (value !== undefined) resolved[name] = value;
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  if (problems.length > 0) throw new Error(`Bad configuration:\n${problems.map((problem) => `✖ ${problem}`).join('\n')}`);
  return resolved;
}

function secretOf(name: string, env: Env, commandWithinMs: number): string | undefined {
  const sources = [name, `${name}_FILE`, ...(FROM_COMMANDS.includes(name) ? [`${name}_COMMAND`] : [])];
  const given = sources.filter((source) => env[source]);
  if (given.length > 1) throw new Error(`${given.join(' and ')} are set; keep one of them`);
  const path = env[`${name}_FILE`];
  if (path) return notEmpty(`${name}_FILE`, readSecret(`${name}_FILE`, path));
  const command = FROM_COMMANDS.includes(name) ? env[`${name}_COMMAND`] : undefined;
  return command ? notEmpty(`${name}_COMMAND`, runCommand(`${name}_COMMAND`, command, commandWithinMs)) : undefined;
}

function readSecret(source: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${source}: the file ${path} cannot be read (${code}); check the path and that this user may read it`);
  }
}

/** Runs a command in a shell. What it writes to stderr appears in ours, so that the operator sees its own reason. */
function runCommand(source: string, command: string, withinMs: number): string {
  const ended = spawnSync('/bin/sh', ['-c', command], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    timeout: withinMs,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  const { code } = (ended.error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ETIMEDOUT') throw new Error(`${source}: the command did not end within ${withinMs / 1000} s; run it by hand`);
  if (code === 'ENOBUFS')
    throw new Error(`${source}: the command printed more than ${MAX_OUTPUT_BYTES} bytes; print the value only`);
  if (code !== undefined) throw new Error(`${source}: the command could not be started (${code})`);
  if (ended.status !== 0)
    throw new Error(`${source}: the command ended with ${ended.status ?? ended.signal}; run it by hand as the same user`);
  return ended.stdout;
}

function notEmpty(source: string, text: string): string {
  const value = text.trim();
  if (value === '') throw new Error(`${source} gave an empty value; it must give the value of the setting`);
  return value;
}
