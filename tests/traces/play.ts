import { setTimeout as wait } from 'node:timers/promises';
import { type Cause, causes, type Expected } from './causes.ts';
import type { Environment } from './environment.ts';
import type { Delivered } from './receiver.ts';
import { setTheScene } from './scene.ts';
import { pathsOf } from './verify.ts';

/** How often the broker loses everything while the worker runs. */
const WIPES = 2;
const WIPE_EVERY_MS = 4_000;
const PATIENCE_MS = Number(process.env.PATIENCE_MS ?? 240_000);
const LOOK_EVERY_MS = 250;
/** Once everything is delivered, the spans follow soon. */
const EXPORTED_WITHIN_MS = 10_000;

export type Played = { causes: number; delivered: number; complete: number; faults: string[] };

/**
 * Begins every kind of cause while no worker runs, deletes the broker's stream, and starts a worker. Returns how many traces reach from
 * the cause to the delivery of the webhook.
 */
export async function play(environment: Environment): Promise<Played> {
  const first = await environment.startWorker();
  const scene = await setTheScene(environment);
  await first.stop();
  const { receiver } = environment;
  const before = receiver.delivered.length;
  const begun: { cause: Cause; expected: Expected[] }[] = [];
  for (const cause of causes) begun.push({ cause, expected: await cause.begin(scene) });
  await environment.wipe();
  await environment.startWorker();
  const wiping = wipeAgain(environment);
  const endsAt = Date.now() + PATIENCE_MS;
  let arrivedAt = Number.POSITIVE_INFINITY;
  const missing = () =>
    begun.flatMap(({ cause, expected }) => {
      const faults = expected.flatMap((one) => faultsOf(environment, receiver.delivered.slice(before), one));
      return faults.length > 0 ? [`${cause.name}: ${faults.join('; ')}`] : [];
    });
  const isHere = () =>
    begun.every(({ expected }) => expected.every((one) => find(receiver.delivered.slice(before), one).length > 0));
  while (missing().length > 0 && Date.now() < Math.min(endsAt, arrivedAt + EXPORTED_WITHIN_MS)) {
    await wait(LOOK_EVERY_MS);
    if (isHere()) arrivedAt = Math.min(arrivedAt, Date.now());
  }
  await wiping;
  const faults = missing();
  const delivered = begun.filter(({ expected }) =>
    expected.every((one) => find(receiver.delivered.slice(before), one).length > 0),
  );
  return { causes: causes.length, delivered: delivered.length, complete: causes.length - faults.length, faults };
}

async function wipeAgain({ wipe }: Environment): Promise<void> {
  for (let n = 0; n < WIPES; n++) {
    await wait(WIPE_EVERY_MS);
    await wipe();
  }
}

const find = (delivered: Delivered[], { event, isIt }: Expected): Delivered[] =>
  delivered.filter((one) => one.event === event && isIt(one.data));

function faultsOf({ collector }: Environment, delivered: Delivered[], expected: Expected): string[] {
  const { event, path, also = [] } = expected;
  const found = find(delivered, expected);
  if (found.length === 0) return [`${event} was not delivered`];
  // A repeated delivery has the same event: one of them must be the wanted one.
  const reasons = found.map(({ traceparent }) => {
    const [, traceId = ''] = traceparent.split('-');
    const paths = pathsOf(collector.spans, traceId);
    const absent = [path, ...also].map((one) => one.join(' > ')).filter((one) => !paths.includes(one));
    return absent.length > 0 ? `no ${absent.join(', ')} in:\n    ${paths.sort().join('\n    ') || 'nothing'}` : null;
  });
  return reasons.includes(null) ? [] : reasons.flatMap((reason) => reason ?? []).slice(0, 1);
}
