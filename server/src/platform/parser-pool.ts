import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import { startDeadline } from './parser-deadline.ts';

/**
 * A parser of untrusted input and its limits. `module` is a file whose default export takes the input and returns (or
 * resolves to) the output; both must survive structured cloning. It is loaded inside a worker thread, so it should import
 * little. `sizeOf` returns how many bytes of untrusted input there are.
 */
export type Parser<Input, Output> = {
  name: string;
  module: URL;
  maxBytes: number;
  /** In processor time of the thread. */
  deadlineMs: number;
  sizeOf(input: Input): number;
  /** Never set: it carries the type of the output. */
  output?: Output;
};

/**
 * `too_large`, `too_slow`, `out_of_memory` and `invalid` are about the input: the same input fails again. `busy` is not:
 * the queue was full or the pool is closing, and the caller should try again later.
 */
export type ParserErrorReason = 'too_large' | 'too_slow' | 'out_of_memory' | 'invalid' | 'busy';

export class ParserError extends Error {
  readonly reason: ParserErrorReason;
  constructor(reason: ParserErrorReason, message: string) {
    super(message);
    this.name = 'ParserError';
    this.reason = reason;
  }
}

export type ParserPool = {
  /**
   * Runs a parser in a worker thread. Rejects only with a `ParserError`. `owner` is the id of the tenant whose input it is: owners
   * take turns.
   */
  parse<Input, Output>(parser: Parser<Input, Output>, input: Input, owner?: string): Promise<Output>;
  close(): Promise<void>;
};

export type ParserPoolDeps = { log: Logger; metrics: Pick<Metrics, 'parserFailures' | 'parserSeconds'> };
export type ParserPoolLimits = { threads: number; waiting: number; memoryMb: number; idleMs: number };

const SHUTTING_DOWN = 'the server is shutting down';

/** At least two threads, so that one slow input blocks at most half of the capacity. */
const DEFAULT_LIMITS: ParserPoolLimits = {
  threads: Math.max(2, Math.min(4, availableParallelism() - 1)),
  /** Callers keep their input in memory while they wait: 100 inputs of a few megabytes each. */
  waiting: 100,
  /** The heap of one thread. Normal input needs a few times its own size; parsers limit their input far below this. */
  memoryMb: 256,
  /** Starting a thread takes tens of milliseconds, so idle threads are kept for a while. */
  idleMs: 30_000,
};

/** Creates the pool that parses untrusted input off the event loop, with a deadline and a heap limit per task. */
export function createParserPool(deps: ParserPoolDeps, limits: Partial<ParserPoolLimits> = {}): ParserPool {
  const { threads, waiting, memoryMb, idleMs } = { ...DEFAULT_LIMITS, ...limits };
  const turns = createTurns(threads, waiting);
  const pool = new Piscina({
    filename: fileURLToPath(new URL('./run-parser.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    maxQueue: threads + waiting,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
    env: {}, // parsers need no environment variables, and ours contain secrets
    recordTiming: false,
  });
  pool.on('error', (error) => deps.log.error({ err: error }, 'parser thread failed outside a task'));
  return {
    async parse<Input, Output>(parser: Parser<Input, Output>, input: Input, owner = '') {
      const bytes = parser.sizeOf(input);
      const startedAt = performance.now();
      try {
        if (bytes > parser.maxBytes) throw new ParserError('too_large', `${bytes} bytes, limit is ${parser.maxBytes}`);
        return await turns.take(owner, () => runTask<Input, Output>(pool, parser, input));
      } catch (error) {
        const failure = turns.isClosed() ? new ParserError('busy', SHUTTING_DOWN) : toParserError(error);
        const { reason, message: detail } = failure;
        deps.metrics.parserFailures.add(1, { parser: parser.name, reason });
        deps.log.warn({ parser: parser.name, reason, bytes, detail }, 'parser task refused or ended');
        throw failure;
      } finally {
        deps.metrics.parserSeconds.record((performance.now() - startedAt) / 1000, { parser: parser.name });
      }
    },
    close: async () => {
      turns.close();
      await pool.destroy();
    },
  };
}

/** Runs one task with a deadline. Aborting a running task terminates its thread, which also ends an endless loop. */
async function runTask<Input, Output>(pool: Piscina, parser: Parser<Input, Output>, input: Input): Promise<Output> {
  const { start, signal, end } = startDeadline(parser.deadlineMs, () => pool.threads);
  try {
    return await pool.run({ module: parser.module.href, input, start }, { signal });
  } catch (error) {
    if (signal.aborted) throw new ParserError('too_slow', `not finished after ${parser.deadlineMs} ms of processor time`);
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new ParserError('out_of_memory', 'needed more memory than a parser thread may use');
    throw error;
  } finally {
    end();
  }
}

const toParserError = (error: unknown): ParserError =>
  error instanceof ParserError ? error : new ParserError('invalid', messageOf(error));

type Waiting = { start(): void; refuse(): void };

/**
 * Lets `most` tasks run at a time. Owners take turns, so an owner with many tasks delays the others by one task. At most `waiting`
 * tasks wait, and at most a quarter of them belong to one owner. Piscina's own queue is not used: its deadline counts from the
 * submission, so a burst of normal input would fail while it waits.
 */
function createTurns(most: number, waiting: number) {
  const queues = new Map<string, Waiting[]>();
  const mostOfOwner = Math.ceil(waiting / 4);
  let running = 0;
  let queued = 0;
  let isClosed = false;
  const next = () => {
    running--;
    const [owner, queue = []] = queues.entries().next().value ?? [''];
    const first = queue.shift();
    queues.delete(owner);
    if (queue.length > 0) queues.set(owner, queue); // moves the owner to the end: the others come first
    if (first) queued--;
    first?.start();
  };
  const join = (owner: string, entry: Waiting) => {
    const queue = queues.get(owner) ?? [];
    if (queued >= waiting || queue.length >= mostOfOwner) return false;
    queues.set(owner, queue);
    queue.push(entry);
    return ++queued > 0;
  };
  const turn = (owner: string) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        running++;
        resolve();
      };
      const refuse = () => reject(new ParserError('busy', SHUTTING_DOWN));
      if (isClosed) refuse();
      else if (running < most) start();
      else if (!join(owner, { start, refuse })) reject(new ParserError('busy', 'too many tasks are waiting already'));
    });
  return {
    isClosed: () => isClosed,
    async take<T>(owner: string, task: () => Promise<T>): Promise<T> {
      await turn(owner);
      return task().finally(next);
    },
    close() {
      isClosed = true;
      const left = [...queues.values()].flat();
      queues.clear();
      for (const { refuse } of left) refuse();
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);
