import type { Generator } from './generators.ts';

/**
 * A parser of outside input. `files`: its files below server/src; `completeness.test.ts` finds unregistered ones. `runs`: on the event
 * loop in one piece (all of its time blocks it), on the event loop in slices, or in a worker thread.
 */
export type HostileParser = {
  name: string;
  files: string[];
  limitBytes: number;
  runs: 'event loop' | 'slices' | 'worker thread';
  /** Creates each input once per size; only `parse` is measured. */
  generators: Record<string, Generator<string | Buffer>>;
  parse(input: never): unknown;
};

/** Checks that the generators produce the parser's input type. */
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
