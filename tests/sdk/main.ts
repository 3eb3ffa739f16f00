import * as source from '../../sdk/src/index.ts';
import { type Environment, inEnvironment, main, printFigures } from '../security/environment.ts';
import { headOf, tryAll } from './behave.ts';
import { behaviours } from './behaviours/index.ts';
import { inBrowser, startSite } from './browser.ts';
import { examples } from './examples.ts';
import { inPageBehaviours, tryInPage } from './in-page.ts';
import { testMutants } from './mutation-tests.ts';
import { callInBrowser, callInNode } from './operations.ts';
import { pack, published } from './published.ts';
import { callElsewhere } from './runtimes.ts';

/**
 * Tests the SDK: every operation through the published files, in Node and in a browser, verified by the server's log; and every documented
 * behaviour of retries, keys, timeouts, pages, errors, files, the feed and webhooks, on a faulty connection. --mutants runs mutants of the
 * SDK, which must be caught.
 */
const stray: string[] = [];
process.on('unhandledRejection', (error) => stray.push(`unhandled rejection: ${headOf(error)}`));
await main(() => inEnvironment(process.argv.includes('--mutants') ? testMutants : checkSdk));

async function checkSdk(environment: Environment): Promise<boolean> {
  const dist = pack();
  const site = await startSite(dist);
  const promises = [...behaviours, ...examples, ...published];
  try {
    const server = await environment.start({ CORS_ORIGINS: site.origin });
    const built = (await import(`file://${dist}/index.js`)) as typeof source;
    const node = await callInNode(environment, server, built);
    const broken = await tryAll(environment, server.baseUrl, source, promises);
    const [browser, inPage] = await inBrowser(site, async (page) => [
      await callInBrowser(environment, server, page),
      await tryInPage(environment, server.baseUrl, built, page),
    ]);
    const elsewhere = await callElsewhere(environment, server, dist);
    const called = [...labelled('Node', node.faults), ...labelled('the browser', browser.faults), ...elsewhere.faults];
    const faults = [...called, ...broken, ...inPage, ...stray];
    for (const fault of faults.slice(0, 40)) console.error(fault.slice(0, 1_500));
    printFigures({ alsoCalledIn: elsewhere.runtimes.join(',') || 'none (neither deno nor bun is installed)' });
    printFigures({
      operations: node.operations,
      calledNode: node.called,
      calledBrowser: browser.called,
      failed: faults.length,
      behaviours: promises.length + inPageBehaviours.length - broken.length - inPage.length,
    });
    return faults.length === 0 && node.called === node.operations && browser.called === node.operations;
  } finally {
    await site.close();
  }
}

function labelled(where: string, faults: string[]): string[] {
  return faults.map((fault) => `in ${where}: ${fault}`);
}
