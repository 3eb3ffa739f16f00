import { Pool } from 'undici';
import { type Callback, callbackOf } from './whatsapp-line.ts';

/** Posts callbacks as Meta does, over keep-alive connections, concurrently. They are signed before the measurement. */
export type Load = { url: string; run: string; messages: number; perCallback: number; concurrency: number };
/** Returns milliseconds on a clock that all processes of the machine share. */
export type Loaded = { startedAt: number; endedAt: number; refusals: string[] };

const now = () => performance.timeOrigin + performance.now();

async function post({ url, run, messages, perCallback, concurrency }: Load): Promise<Loaded> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1 });
  const callbacks: Callback[] = [];
  for (let n = 0; n < messages; n += perCallback) callbacks.push(callbackOf(run, n, Math.min(perCallback, messages - n)));
  let next = 0;
  const refusals: string[] = [];
  const postOnes = async () => {
    for (let one = callbacks[next++]; one; one = callbacks[next++]) {
      const answer = await pool.request({ method: 'POST', path: pathname, headers: one.headers, body: one.body });
      if (answer.statusCode === 200) await answer.body.dump();
      else refusals.push(`${answer.statusCode} ${await answer.body.text()}`);
    }
  };
  const startedAt = now();
  await Promise.all(Array.from({ length: concurrency }, postOnes));
  const endedAt = now();
  await pool.close();
  return { startedAt, endedAt, refusals };
}

process.on('message', (load: Load) => {
  void post(load).then((loaded) => process.send?.(loaded));
});
process.on('disconnect', () => process.exit(0));
