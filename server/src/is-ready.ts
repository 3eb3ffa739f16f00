import { environment, loadConfig } from './platform/config.ts';

const ANSWER_WITHIN_MS = 4_000;

/** For a container's health check: ends with 0 when the process beside it is ready, or the page that is named answers, else with 1. */
async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS), redirect: 'error' });
  await answer.body?.cancel();
  return answer.ok;
}

/** Asked from inside, so whatever the server listens on, this machine's own address leads to it. */
const ownPage = (): string => `http://127.0.0.1:${loadConfig(environment()).PORT}/readyz`;

process.exitCode = await isReady(process.argv[2] ?? ownPage()).then(
  (ready) => (ready ? 0 : 1),
  () => 1,
);
