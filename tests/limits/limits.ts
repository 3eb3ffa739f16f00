import { type Environment, inEnvironment, main, printFigures } from '../security/environment.ts';
import { checkDrain } from './drain.ts';
import { checkExactLimit } from './exact-limit.ts';
import { startFleet } from './fleet.ts';
import { checkRedisAway } from './redis-away.ts';
import { checkSameKey } from './same-key.ts';
import { checkTokenBurst } from './token-burst.ts';

const PROCESSES = 4;
const SOCKETS_EACH = 100;

/** Checks several processes: one rate limit, one effect per idempotency key, and a graceful shutdown. */
await main(() => inEnvironment(checkLimits));

async function checkLimits(environment: Environment): Promise<boolean> {
  const fleet = await startFleet(environment, PROCESSES, SOCKETS_EACH);
  const limit = await checkExactLimit(environment, fleet);
  printFigures(limit.figures);
  const sameKey = await checkSameKey(environment, fleet);
  printFigures(sameKey.figures);
  const redisAway = await checkRedisAway(environment);
  printFigures(redisAway.figures);
  const burst = await checkTokenBurst(environment);
  printFigures(burst.figures);
  const drain = await checkDrain(environment);
  printFigures(drain.figures);
  const passesAgain = await limit.passesAgain();
  printFigures({ passesInNextWindow: passesAgain });
  return limit.kept && passesAgain && sameKey.kept && redisAway.kept && burst.kept && drain.kept;
}
