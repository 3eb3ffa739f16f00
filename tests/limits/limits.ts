import { inWorld, main, printFigures, type World } from '../security/environment.ts';
import { checkDrain } from './drain.ts';
import { checkExactLimit } from './exact-limit.ts';
import { startFleet } from './fleet.ts';
import { checkRedisAway } from './redis-away.ts';
import { checkSameKey } from './same-key.ts';
import { checkTokenBurst } from './token-burst.ts';

const PROCESSES = 4;
const SOCKETS_EACH = 100;

/** What holds when several processes share the work: one rate limit, one effect per key, and a quiet end. */
await main(() => inWorld(checkLimits));

async function checkLimits(world: World): Promise<boolean> {
  const fleet = await startFleet(world, PROCESSES, SOCKETS_EACH);
  const limit = await checkExactLimit(world, fleet);
  printFigures(limit.figures);
  const sameKey = await checkSameKey(world, fleet);
  printFigures(sameKey.figures);
  const redisAway = await checkRedisAway(world);
  printFigures(redisAway.figures);
  const burst = await checkTokenBurst(world);
  printFigures(burst.figures);
  const drain = await checkDrain(world);
  printFigures(drain.figures);
  const passesAgain = await limit.passesAgain();
  printFigures({ passesInNextWindow: passesAgain });
  return limit.kept && passesAgain && sameKey.kept && redisAway.kept && burst.kept && drain.kept;
}
