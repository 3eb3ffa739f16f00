import { constants, getPriority, setPriority } from 'node:os';
import { recordStart, type TaskStart } from './parser-deadline.ts';

/**
 * On Linux this lowers the priority of the calling thread only: where processors are busy, requests come before parsers. At the lowest
 * priority a parser would get about one percent of a busy processor, and a mail would take minutes.
 */
const { PRIORITY_BELOW_NORMAL } = constants.priority;
if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL); // raising it is not allowed

type Task = { module: string; input: unknown; start: TaskStart };

/** Runs in a worker thread of the parser pool: loads the module of a parser and passes it the input. */
export default async function runParser({ module, input, start }: Task): Promise<unknown> {
  recordStart(start);
  const { default: parse } = (await import(module)) as { default: (input: unknown) => unknown };
  return parse(input);
}
