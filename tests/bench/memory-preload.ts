import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded into a measured process (`--import`). A message from the benchmark asks for the memory after garbage collection. `LEAK_KB_PER_SECOND`
 * plants a leak, so that the verdict can be seen to fail.
 */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export type Memory = { rssBytes: number; heapBytes: number; externalBytes: number };

/** The second collection frees what finalizers of the first one released. */
function memory(): Memory {
  collect();
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rssBytes: rss, heapBytes: heapUsed, externalBytes: external };
}

const leaked: string[][] = [];
const leakKb = Number(process.env.LEAK_KB_PER_SECOND ?? 0);
if (leakKb > 0) {
  const words = () => Array.from({ length: leakKb * 16 }, (_, n) => `${leaked.length}-${n}-kept`); // about 64 bytes each
  setInterval(() => leaked.push(words()), 1_000).unref();
}

process.on('message', (message) => {
  if (message === 'memory') process.send?.(memory());
});
process.channel?.unref();
