import type { Io } from './io.ts';
import { barLine, deservesLine, type Progress, plainLine } from './progress.ts';

export type ProgressBar = {
  show(progress: Progress): void;
  /** Leaves the last state on the screen and moves to the next line. */
  end(): void;
};

const ERASE_LINE = '\r\x1b[K';

/** On a terminal one line that changes; elsewhere a line now and then; nothing where a program reads the results. */
export function createProgressBar(io: Pick<Io, 'stderr'>, title: string, isSilent: boolean): ProgressBar {
  if (isSilent) return { show: () => undefined, end: () => undefined };
  return io.stderr.isTTY ? liveBar(io, title) : plainBar(io, title);
}

function liveBar({ stderr }: Pick<Io, 'stderr'>, title: string): ProgressBar {
  let isShown = false;
  return {
    show(progress) {
      stderr.write(ERASE_LINE + barLine(title, progress, stderr.columns));
      isShown = true;
    },
    end() {
      if (isShown) stderr.write('\n');
      isShown = false;
    },
  };
}

function plainBar({ stderr }: Pick<Io, 'stderr'>, title: string): ProgressBar {
  let last: (Progress & { atMs: number }) | undefined;
  let latest: Progress | undefined;
  return {
    show(progress) {
      latest = progress;
      const now = { ...progress, atMs: Date.now() };
      if (!deservesLine(last, now)) return;
      stderr.write(`${plainLine(title, progress)}\n`);
      last = now;
    },
    end() {
      if (latest && latest.done !== last?.done) stderr.write(`${plainLine(title, latest)}\n`);
    },
  };
}
