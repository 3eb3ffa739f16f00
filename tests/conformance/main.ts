import { parseArgs } from 'node:util';
import { chapters } from './chapters/index.ts';
import type { Chapter, Target } from './check.ts';
import { lastLines, runChapters } from './report.ts';
import { type Foreign, foreignTarget, ownTarget } from './target.ts';

const USAGE = `npm run conformance                       checks servers that it starts itself
npm run conformance -- --only files       checks only the chapters whose title has this word
npm run conformance -- --base-url URL --token TOKEN --other-token TOKEN
                                          checks a running server, with admin tokens of two tenants
SANDBOX_URL=URL npm run conformance -- --base-url ...
                                          and what needs a provider too, with the sandbox in its place; the server must be
                                          allowed to call it (PROVIDER_ALLOW_PRIVATE=true) and have the base URL as PUBLIC_URL`;

/** Most checks wait, so chapters run concurrently, each on its own servers. */
const OWN_TARGETS = 2;

async function main(): Promise<void> {
  const { foreign, wanted } = readOptions();
  const starting = foreign ? [foreignTarget(foreign)] : Array.from({ length: Math.min(OWN_TARGETS, wanted.length) }, ownTarget);
  const stopped = closeOnSignals(starting);
  const targets = await Promise.all(starting);
  try {
    const summary = await runChapters(wanted, targets, stopped, console.log);
    if (stopped.aborted) return;
    console.log(lastLines(summary));
    if (summary.failed > 0 || summary.passed === 0) process.exitCode = 1;
  } finally {
    await Promise.all(targets.map((target) => target.close()));
  }
}

function readOptions(): { foreign: Foreign | undefined; wanted: Chapter[] } {
  const { values } = parseArgs({
    options: {
      'base-url': { type: 'string' },
      token: { type: 'string' },
      'other-token': { type: 'string' },
      only: { type: 'string' },
    },
  });
  const { 'base-url': baseUrl, token, 'other-token': otherToken, only = '' } = values;
  const wanted = chapters.filter(({ title }) => title.toLowerCase().includes(only.toLowerCase()));
  if (!baseUrl && !token && !otherToken) return { foreign: undefined, wanted };
  if (baseUrl && token && otherToken) return { foreign: { baseUrl, token, otherToken }, wanted };
  throw new Error(`--base-url, --token and --other-token go together.\n${USAGE}`);
}

/** An interrupted run deletes its servers and databases. */
function closeOnSignals(starting: Promise<Target>[]): AbortSignal {
  const stop = new AbortController();
  const close = () => Promise.allSettled(starting.map(async (target) => (await target).close()));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stop.abort();
      void close().finally(() => process.exit(130));
    });
  }
  return stop.signal;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
