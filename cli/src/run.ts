import { Patchbay } from '@patchbay/sdk';
import { painter } from './colour.ts';
import type { Command, Task } from './command.ts';
import { commands } from './commands/index.ts';
import { failureDocument, failureLines, toFailure } from './explain.ts';
import { type ExitCode, exitCodes, Failure } from './failure.ts';
import { helpFor } from './help.ts';
import { type Io, screenOf } from './io.ts';
import { createOutput } from './output.ts';
import { type Parsed, parseCommandLine } from './parse.ts';
import { type Account, accountFrom, configFolder, DEFAULT_URL, openStore } from './profiles.ts';
import { createProgressBar } from './progress-bar.ts';
import { version } from './version.ts';

type Around = Omit<Io, 'stdout' | 'stderr'> & Record<'stdout' | 'stderr', Parameters<typeof screenOf>[0]>;

/** Runs one command line and returns its exit code. Never throws: errors are printed. */
export async function runCommandLine(words: string[], around: Around): Promise<ExitCode> {
  const io: Io = { ...around, stdout: screenOf(around.stdout, around.env), stderr: screenOf(around.stderr, around.env) };
  let url = around.env.PATCHBAY_URL ?? DEFAULT_URL;
  try {
    const asked = parseCommandLine(commands, words);
    if (asked.ask === 'version') io.stdout.write(`patchbay ${version}\n`);
    if (asked.ask === 'help') io.stdout.write(helpFor(commands, asked.about));
    if (asked.ask !== 'run') return exitCodes.ok.code;
    const task = createTask(io, asked, commands, (account) => {
      url = account.url;
    });
    return (await asked.command.run(task)) ?? exitCodes.ok.code;
  } catch (error) {
    return printError(io, words, error, url);
  }
}

function createTask(io: Io, { args, options }: Parsed, table: readonly Command[], onAccount: (account: Account) => void): Task {
  const out = createOutput(io, options);
  const store = openStore(configFolder(io.env), (text) => io.stderr.write(`patchbay: ${text}\n`));
  const account = async () => {
    const found = accountFrom(await store.read(), io.env, options);
    onAccount(found);
    return found;
  };
  return {
    io,
    out,
    args,
    options,
    store,
    table,
    account,
    patchbay: async () => {
      const { token, url } = await account();
      return new Patchbay({ token, baseUrl: url });
    },
    progress: (title) => createProgressBar(io, title, out.isJson),
  };
}

/** Prints an error. Ctrl-C prints nothing; a bug of ours is printed with its stack for a report. */
function printError(io: Io, words: readonly string[], error: unknown, url: string): ExitCode {
  if (io.signal.aborted) return exitCodes.interrupted.code;
  const failure = toFailure(error, url) ?? new Failure('failed', `a bug in patchbay: ${stackOf(error)}`);
  if (words.includes('--json')) io.stderr.write(`${JSON.stringify(failureDocument(failure))}\n`);
  else {
    const paint = painter(io.stderr, io.env, words.includes('--no-color'));
    const [first, ...more] = failureLines(failure);
    io.stderr.write([`${paint('red', 'patchbay:')} ${first}`, ...more].map((line) => `${line}\n`).join(''));
  }
  return failure.exitCode;
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
