/** A parser with selectable faults, for tests of the pool. */
export default async function misbehave(input: {
  do: 'echo' | 'loop' | 'work' | 'allocate' | 'throw' | 'sleep' | 'environment';
  bytes?: Uint8Array;
  sleepMs?: number;
}) {
  switch (input.do) {
    case 'echo':
      return input.bytes?.length ?? 0;
    case 'loop':
      for (;;) Math.random();
    case 'work':
      for (const before = process.threadCpuUsage(); process.threadCpuUsage(before).user < 500_000; ) Math.random();
      return 1;
    case 'allocate': {
      const held: number[][] = [];
      for (;;) held.push(Array.from({ length: 100_000 }, () => held.length));
    }
    case 'throw':
      throw new Error('this is no mail');
    case 'sleep':
      return new Promise<number>((resolve) => setTimeout(() => resolve(1), input.sleepMs ?? 300));
    case 'environment':
      return Object.keys(process.env).length;
    default:
      return input.do satisfies never;
  }
}
