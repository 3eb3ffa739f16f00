import type { Generator } from './generators.ts';

/**
 * A parser of outside input. `files` are the files below server/src that hold it; `completeness.test.ts` finds those that nobody
 * named. `runs` is where it runs: on the event loop in one piece (so that all of its time is a stall), on the event loop in slices
 * that let others in between, or in a worker thread.
 */
export type HostileParser = {
  name: string;
  files: string[];
  limitBytes: number;
  runs: 'event loop' | 'slices' | 'worker thread';
  /** Makes each input once per size; only `parse` is measured. */
  generators: Record<string, Generator<string | Buffer>>;
  parse(input: never): unknown;
};

/** Ties the type of the inputs to what the parser takes. */
export const parser = <Input extends string | Buffer>(
  row: Omit<HostileParser, 'generators' | 'parse'> & {
    generators: Record<string, Generator<Input>>;
    parse(input: Input): unknown;
  },
): HostileParser => row;

const forAll = <Input>(generators: Record<string, Generator>, change: (generator: Generator) => Generator<Input>) =>
  Object.fromEntries(Object.entries(generators).map(([name, generator]) => [name, change(generator)])) as Record<
    string,
    Generator<Input>
  >;

export { forAll };
