import { threadId, type Worker } from 'node:worker_threads';

/**
 * The deadline of a parser task counts the processor time of its thread: on a busy machine a thread of low priority may wait for a
 * processor longer than its work takes. The thread writes its id and the processor time it had used before into shared memory.
 */
export type TaskStart = SharedArrayBuffer;

const CHECK_EVERY_MS = 250;
/** A task that uses no processor, or whose thread cannot be asked, ends after this many times its deadline. */
const MOST_ELAPSED_TIMES = 8;

const cpuMsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

/** Records in its worker thread that a task starts. */
export function recordStart(start: TaskStart): void {
  new Float64Array(start).set([threadId, cpuMsOf(process.threadCpuUsage())]);
}

export type Deadline = { start: TaskStart; signal: AbortSignal; end(): void };

/** Starts the deadline of a task. Its signal aborts when the task has used `cpuMs` of processor time. `end` stops the measurement. */
export function startDeadline(cpuMs: number, threads: () => Worker[]): Deadline {
  const start: TaskStart = new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT);
  const aborting = new AbortController();
  const late = setTimeout(() => aborting.abort(), cpuMs * MOST_ELAPSED_TIMES);
  const abortIfUsed = async () => {
    if ((await usedMs(start, threads())) >= cpuMs) aborting.abort();
  };
  const check = setInterval(() => void abortIfUsed(), CHECK_EVERY_MS);
  return {
    start,
    signal: aborting.signal,
    end() {
      clearTimeout(late);
      clearInterval(check);
    },
  };
}

/** Returns the processor time of the task in milliseconds. It does not resolve while the thread runs native code. */
async function usedMs(start: TaskStart, threads: Worker[]): Promise<number> {
  const [id, before = 0] = new Float64Array(start);
  const thread = threads.find(({ threadId }) => threadId === id);
  try {
    return thread ? cpuMsOf(await thread.cpuUsage()) - before : 0;
  } catch {
    return 0; // the thread has just ended
  }
}
