/** A stream the user reads. What is not a terminal gets neither colours nor lines that change. */
export type Screen = { write(text: string): unknown; isTTY: boolean; columns: number };

/** Everything a command knows of the environment around it. Only main.ts makes one. */
export type Io = {
  env: Record<string, string | undefined>;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?(raw: boolean): unknown };
  stdout: Screen;
  stderr: Screen;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** What Ctrl-C does, where the terminal leaves it to us. */
  interrupt(): void;
};

type Stream = { write(text: string): unknown; isTTY?: boolean; columns?: number };

const DEFAULT_COLUMNS = 80;

/** A terminal with TERM=dumb or without TERM gets the output of a file. */
export const screenOf = (stream: Stream, env: Io['env']): Screen => ({
  write: (text) => stream.write(text),
  isTTY: stream.isTTY === true && env.TERM !== undefined && env.TERM !== '' && env.TERM !== 'dumb',
  columns: stream.columns || DEFAULT_COLUMNS,
});
