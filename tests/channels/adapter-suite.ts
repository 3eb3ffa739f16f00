import { mapParallel } from '../security/client.ts';
import type { Environment } from './environment.ts';
import { type Kind, kinds, kindsWithoutExpectations } from './kinds.ts';
import type { Result } from './result.ts';
import { closeAdapters, openBench } from './suite/bench.ts';
import { callbackPromises } from './suite/callbacks.ts';
import { startCapture } from './suite/capture.ts';
import { hostilePromises } from './suite/hostile.ts';
import { mediaPromises } from './suite/media.ts';
import type { Promised } from './suite/promised.ts';
import { recoveryPromises } from './suite/recovery.ts';
import { refusalPromises } from './suite/refusals.ts';
import { sendingPromises } from './suite/sending.ts';
import { textPromises } from './suite/texts.ts';

const AT_ONCE = 10;

/** Those that mostly wait come first, so that the others run meanwhile. */
const promises: Promised[] = [
  ...recoveryPromises,
  ...sendingPromises,
  ...mediaPromises,
  ...hostilePromises,
  ...callbackPromises,
  ...refusalPromises,
  ...textPromises,
];

/** Verifies one list of promises for every adapter, against a provider that answers over real HTTP and SMTP. */
export async function adapterSuite(environment: Environment): Promise<Result> {
  const capture = await startCapture();
  const tenant = await environment.newTenant();
  const wanted = promises.flatMap((promised) => (promised.kinds ?? kinds).map((kind) => ({ promised, kind })));
  const kept = await mapParallel(wanted, AT_ONCE, async ({ promised, kind }) => {
    try {
      await promised.keep(await openBench(kind, environment.sandbox, capture), {
        environment,
        tenant,
        line: () => tenant.channel(kind),
      });
      return true;
    } catch (error) {
      console.log(`  BROKEN: ${kind}: ${promised.name}: ${(error as Error).message.replace(/\s+/g, ' ').slice(0, 600)}`);
      return false;
    }
  });
  closeAdapters();
  const figure = (kind: Kind) => {
    const own = wanted.flatMap((one, i) => (one.kind === kind ? [kept[i]] : []));
    return `${kind}=${own.filter(Boolean).length}/${own.length}`;
  };
  const figures = `adapters=${kinds.length} promises=${promises.length} ${kinds.map(figure).join(' ')}`;
  if (kindsWithoutExpectations.length > 0)
    console.log(`  not tested: ${kindsWithoutExpectations.join(', ')} (tests/channels/kinds.ts)`);
  return { isKept: kept.every(Boolean) && kindsWithoutExpectations.length === 0, figures };
}
