import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export type Stopwatch = Awaited<ReturnType<typeof openStopwatch>>;

/** Records when a contact was committed and when its event reached each endpoint, on one clock of the machine. */
export async function openStopwatch() {
  const child: ChildProcess = fork('tests/bench/stopwatch-receiver.ts');
  const bulk: ChildProcess = fork('tests/bench/receiver.ts'); // its own process: its load must not affect the measurement
  const [[{ port, slowPort }], [{ port: bulkPort }]] = (await Promise.all([once(child, 'message'), once(bulk, 'message')])) as [
    [{ port: number; slowPort: number }],
    [{ port: number }],
  ];
  const committedAt = new Map<string, number>();
  let received: [id: string, at: number][] = [];
  child.on('message', (arrived: [string, number][]) => received.push(...arrived));
  return {
    url: `http://127.0.0.1:${port}`,
    slowUrl: `http://127.0.0.1:${slowPort}`,
    bulkUrl: `http://127.0.0.1:${bulkPort}`,
    committed: (id: string) => void committedAt.set(id, performance.timeOrigin + performance.now()),
    forget() {
      committedAt.clear();
      received = [];
    },
    receivedCount: () => received.length,
    /** Of all deliveries of the recorded contacts; a missing one counts as the slowest. */
    p99(endpoints: number): number {
      const waits = received.flatMap(([id, at]) => (committedAt.has(id) ? [at - (committedAt.get(id) ?? 0)] : []));
      const missing = Math.max(0, committedAt.size * endpoints - waits.length);
      const all = [...waits.toSorted((a, b) => a - b), ...Array.from({ length: missing }, () => Number.POSITIVE_INFINITY)];
      return all[Math.floor(all.length * 0.99)] ?? Number.POSITIVE_INFINITY;
    },
    async close() {
      for (const one of [child, bulk]) {
        one.disconnect();
        await once(one, 'exit');
      }
    },
  };
}
