import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '../../server/src/test-kit/server-process.ts';

/** Requests according to the server's log. */
export type Answered = { requestId: string; operation: string; status: number };

const WITHIN_MS = 120_000;

/** Reads the server's log: the client's own record does not count. */
export function listenToLog({ child }: ServerProcess) {
  const byRequest = new Map<string, Answered>();
  let rest = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter((line) => line.includes('"msg":"request"'))) {
      const said = JSON.parse(line) as Answered;
      byRequest.set(said.requestId, said);
    }
  });
  return {
    /** A stream is logged when it is closed, which may be after the client has left. */
    async of(requestId: string | undefined): Promise<Answered | undefined> {
      for (const endsAt = Date.now() + WITHIN_MS; requestId !== undefined && Date.now() < endsAt; await wait(20)) {
        const said = byRequest.get(requestId);
        if (said) return said;
      }
      return undefined;
    },
  };
}
