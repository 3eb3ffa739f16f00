import { cpus } from 'node:os';
import { printFigures } from '../security/environment.ts';
import { main } from './endings.ts';
import { startEnvironment } from './environment.ts';
import { makeContacts } from './load.ts';
import { seeded } from './random.ts';
import { perform, planActs } from './schedule.ts';
import { createTenant } from './tenant.ts';
import { faultsOf, readKept, settle, verifyReceived } from './verify.ts';

const whole = (name: string, fallback: number): number => Number(process.env[name] ?? Math.round(fallback));

const seed = whole('SEED', 17);
const events = whole('EVENTS', 20_000);
const kills = whole('KILLS', 60);
const amounts = {
  kills,
  stops: whole('STOPS', Math.max(1, kills / 6)),
  natsWipes: whole('NATS_WIPES', Math.max(1, kills / 20)),
  redisFlushes: whole('REDIS_FLUSHES', Math.max(1, kills / 20)),
};
const spanMs = whole('SPAN_SECONDS', kills * 5) * 1_000;
const SLOWEST_ANSWER_MS = 300;
const PATIENCE_MS = 240_000;

/**
 * Accepted work is completed: contacts are created while processes and services are killed, stopped and wiped, and in the end every
 * endpoint has received every contact.
 */
await main(async () => {
  const startedAt = Date.now();
  console.log(`events=${events} span=${spanMs / 1000}s seed=${seed} (SEED=${seed} repeats it)`);
  console.log(`hardware: ${cpus().length} cores, ${cpus()[0]?.model}`);
  const environment = await startEnvironment();
  const tenant = await createTenant(environment, SLOWEST_ANSWER_MS);
  const [accepted, done] = await Promise.all([
    makeContacts(environment, tenant, events, spanMs),
    perform(environment, planActs(seeded(seed), amounts, spanMs)),
  ]);
  await environment.allUp();
  const chaosEndedAt = Date.now();
  await settle(environment, PATIENCE_MS);
  const settleSeconds = ((Date.now() - chaosEndedAt) / 1000).toFixed(1);
  const received = verifyReceived(accepted.contactIds, await tenant.receiver.read());
  const kept = await readKept(environment, tenant);
  const crashes = environment.units.reduce((sum, unit) => sum + unit.crashes(), 0);
  const faults = faultsOf(received, kept);
  if (crashes > 0) faults.push(`crashes=${crashes}: a process ended that was not killed`);
  for (const fault of faults) console.log(`BROKEN: ${fault}`);
  printFigures({ ...kept, crashes, repeatedRequests: accepted.repeatedRequests, settleSeconds });
  printFigures({
    ...received,
    kills: done.kills,
    stops: done.stops,
    natsWiped: done.natsWipes,
    redisFlushed: done.redisFlushes,
    seconds: Math.round((Date.now() - startedAt) / 1000),
    seed,
  });
  return faults.length === 0;
});
