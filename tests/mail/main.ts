import { parseArgs } from 'node:util';
import { email } from '../../server/src/adapters/email/index.ts';
import { createLogger } from '../../server/src/platform/logger.ts';
import { createMetrics } from '../../server/src/platform/metrics.ts';
import { createParserPool } from '../../server/src/platform/parser-pool.ts';
import { main } from '../chaos/endings.ts';
import { printFigures } from '../security/environment.ts';
import { checkCorpus } from './check-corpus.ts';
import { testMutants } from './mutation-tests.ts';
import { run as runOAuth } from './parts/oauth.ts';
import { run as runPostfix } from './parts/postfix.ts';

const MAILS = 200;
const LANGUAGES = 20;

/**
 * npm run test:mail. Each part prints its figures and says whether its promise was kept.
 *
 *   npm run test:mail                       all parts; `-- --parts corpus` runs one
 *   npm run test:mail -- --mutants         runs the corpus against copies of the server with one bug each, and checks that it finds the bug
 */
const parts: Record<string, () => Promise<boolean>> = {
  corpus: checkMails,
  postfix: async () => allPlayed(await runPostfix()),
  oauth: async () => allPlayed(await runOAuth()),
};

const { values } = parseArgs({
  options: { parts: { type: 'string', default: Object.keys(parts).join(',') }, mutants: { type: 'boolean', default: false } },
});

await main(async () => {
  if (values.mutants) return testMutants();
  let isKept = true;
  for (const name of values.parts.split(',')) {
    const part = parts[name];
    if (!part) throw new Error(`there is no part ${name}; there are ${Object.keys(parts).join(' ')}`);
    isKept = (await part()) && isKept;
  }
  return isKept;
});

/** `failed` is the number of scenarios that did not hold. */
function allPlayed({ failed, ...figures }: Record<string, number>): boolean {
  printFigures({ ...figures, failed });
  return failed === 0;
}

/** Mails of every kind through the parser pool, as a worker reads them. */
async function checkMails(): Promise<boolean> {
  const { parseInPool } = email;
  if (!parseInPool) throw new Error('the email adapter has no parseInPool');
  const pool = createParserPool({ log: createLogger('silent'), metrics: createMetrics() });
  try {
    const { mails, wrong, languages } = await checkCorpus({ parseInPool, pool });
    for (const one of wrong) console.error(one);
    printFigures({ mails, wrong: wrong.length, languages });
    return wrong.length === 0 && mails >= MAILS && languages >= LANGUAGES;
  } finally {
    await pool.close();
  }
}
