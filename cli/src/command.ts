import type { Patchbay } from '@patchbay/sdk';
import type { ExitCode } from './failure.ts';
import type { Io } from './io.ts';
import type { Output } from './output.ts';
import type { Account, Store } from './profiles.ts';
import type { ProgressBar } from './progress-bar.ts';

/** What the shell offers as completion. */
type Kind = 'file' | 'folder' | 'text';

export type ArgumentRow = {
  name: string;
  summary: string;
  optional?: true;
  /** Takes all remaining words. */
  rest?: true;
  kind?: Kind;
  choices?: readonly string[];
};

export type OptionRow = {
  type: 'string' | 'boolean';
  summary: string;
  /** Name of the value in help texts: URL, TIME, N. */
  value?: string;
  short?: string;
  multiple?: true;
  choices?: readonly string[];
  kind?: Kind | 'profile';
};

export type OptionRows = Record<string, OptionRow>;

type ValueOf<Row extends OptionRow> = Row extends { type: 'boolean' }
  ? boolean | undefined
  : Row extends { multiple: true }
    ? string[] | undefined
    : string | undefined;
type Values<Rows extends OptionRows> = { [Name in keyof Rows]: ValueOf<Rows[Name]> };
type Given<Rows extends readonly ArgumentRow[]> = {
  [Row in Rows[number] as Row['name']]: Row extends { optional: true } ? string | undefined : string;
};

/** The input of a running command. */
export type Task<Arguments = Record<string, string | undefined>, Options = Record<string, unknown>> = {
  io: Io;
  out: Output;
  args: Arguments;
  options: Options;
  store: Store;
  /** Returns the account from options, environment and profile; fails without a login. */
  account(): Promise<Account>;
  /** Returns an API client for that account. */
  patchbay(): Promise<Patchbay>;
  progress(title: string): ProgressBar;
  table: readonly Command[];
};

/** A command is a row: parsing, help, completion and the documentation page are generated from it. */
export type Command = {
  name: string;
  summary: string;
  /** Further text of the help page. */
  details?: string;
  arguments: readonly ArgumentRow[];
  options: OptionRows;
  examples: readonly string[];
  run(task: Task): Promise<ExitCode> | Promise<void>;
};

type Row<Arguments extends readonly ArgumentRow[], Options extends OptionRows> = Omit<
  Command,
  'arguments' | 'options' | 'run'
> & {
  arguments: Arguments;
  options: Options;
  run(task: Task<Given<Arguments>, Values<Options>>): Promise<ExitCode> | Promise<void>;
};

/** Types a row, so that `run` knows its arguments and options. */
export const command = <const Arguments extends readonly ArgumentRow[], const Options extends OptionRows>(
  row: Row<Arguments, Options>,
): Command => row as unknown as Command;

/** Options of every command. */
export const globalOptions = {
  json: { type: 'boolean', summary: 'print JSON: one document, or one line per event' },
  profile: { type: 'string', value: 'NAME', kind: 'profile', summary: 'which login to use (PATCHBAY_PROFILE)' },
  url: { type: 'string', value: 'URL', summary: 'where the server is (PATCHBAY_URL)' },
  'no-color': { type: 'boolean', summary: 'no colours (NO_COLOR)' },
  help: { type: 'boolean', short: 'h', summary: 'explain the command' },
} as const satisfies OptionRows;
