import { environment, loadConfig } from './platform/config.ts';

const ANSWER_WITHIN_MS = 4_000;

/** Health check of a container: exits with 0 when the server, or the given URL, is ready, otherwise with 1. */
async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS), redirect: 'error' });
  await answer.body?.cancel();
  return answer.ok;
}

/** Uses the loopback address: the check runs in the container of the server. */
const ownPage = (): string => `http://127.0.0.1:${loadConfig(environment()).PORT}/readyz`;

process.exitCode = await isReady(process.argv[2] ?? ownPage()).then(
  (ready) => (ready ? 0 : 1),
  () => 1,
);
