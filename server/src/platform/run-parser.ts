import { constants, setPriority } from 'node:os';

/** On Linux this lowers the priority of the calling thread only: where processors are busy, requests come before parsers. */
setPriority(constants.priority.PRIORITY_LOW);

type Task = { module: string; input: unknown };

/** Runs in a worker thread of the parser pool: loads the module of a parser and passes it the input. */
export default async function runParser({ module, input }: Task): Promise<unknown> {
  const { default: parse } = (await import(module)) as { default: (input: unknown) => unknown };
  return parse(input);
}
