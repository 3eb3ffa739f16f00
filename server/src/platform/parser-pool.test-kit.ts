/** A parser with selectable faults, for tests of the pool. */
export default async function misbehave(input: {
  do: 'echo' | 'loop' | 'allocate' | 'throw' | 'sleep' | 'environment';
  bytes?: Uint8Array;
}) {
  switch (input.do) {
    case 'echo':
      return input.bytes?.length ?? 0;
    case 'loop':
      for (;;) Math.random();
    case 'allocate': {
      const held: number[][] = [];
      for (;;) held.push(Array.from({ length: 100_000 }, () => held.length));
    }
    case 'throw':
      throw new Error('this is no mail');
    case 'sleep':
      return new Promise<number>((resolve) => setTimeout(() => resolve(1), 300));
    case 'environment':
      return Object.keys(process.env).length;
    default:
      return input.do satisfies never;
  }
}
