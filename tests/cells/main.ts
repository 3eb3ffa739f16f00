import { setTimeout as wait } from 'node:timers/promises';
import { main, scoped } from '../chaos/endings.ts';
import { printFigures } from '../security/environment.ts';
import { cancel, moveBack } from './back.ts';
import { interruptOnce, moveWithKills } from './command.ts';
import { startEnvironment } from './environment.ts';
import { mutants, SLOWER } from './mutants.ts';
import { createScene } from './scene.ts';
import { startTraffic } from './traffic.ts';
import { verify } from './verify.ts';

const MESSAGES = Number(process.env.MESSAGES ?? 100_000);
const KILLS = Number(process.env.KILLS ?? 10);
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
/** When the last scheduled message is due: after the move, so that it waits in the first cell and is sent from the second. */
const SCHEDULED_IN_MS = Number(process.env.SCHEDULED_SECONDS ?? 240) * 1000;

/** Sizes of a run against a mutant. */
const SHORT = { messages: 2_000, scheduledInMs: 40_000 };

/**
 * Two cells behind an edge. A tenant moves from one to the other while clients, providers and a feed use it, and the command is killed and
 * repeated. --mutants plants bugs, which the verdict must find.
 */
await main(() => (process.argv.includes('--mutants') ? testMutants() : testMove()));

async function testMove(): Promise<boolean> {
  const size = { messages: MESSAGES, kills: KILLS, scheduledInMs: SCHEDULED_IN_MS, isComplete: true };
  const { faults, ...figures } = await play(size);
  for (const fault of faults) console.log(`BROKEN: ${fault}`);
  printFigures(figures);
  return faults.length === 0 && figures.kills === KILLS;
}

/** `isComplete`: a move is cancelled before, and the tenant is moved back afterwards. */
type Size = { messages: number; kills: number; scheduledInMs: number; isComplete?: boolean };

async function play({ messages, kills, scheduledInMs, isComplete = false }: Size, replacements: [RegExp, string][] = []) {
  const startedAt = Date.now();
  const environment = await startEnvironment(replacements);
  const scene = await createScene(environment, messages, scheduledInMs);
  const traffic = startTraffic(environment, scene);
  await wait(2_000);
  const faults: string[] = [];
  if (isComplete) {
    await interruptOnce(environment, scene);
    faults.push(...(await cancel(environment, scene)));
  }
  const moved = await moveWithKills(environment, scene, kills, SEED);
  await wait(5_000);
  const done = await traffic.stop();
  console.log(
    `killed in: ${moved.killedIn.join(', ') || '-'}; outages in ms: ${done.outages.map(({ ms, statuses }) => `${ms} (${statuses.join(' ')})`).join(', ')}`,
  );
  const verdict = await verify(environment, scene, done);
  if (isComplete) faults.push(...(await moveBack(environment, scene)));
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  return {
    messages,
    ...verdict,
    faults: [...verdict.faults, ...faults],
    kills: moved.kills,
    frozenMs: moved.frozenMs,
    seed: SEED,
    moveMinutes: moved.minutes.toFixed(1),
    minutes,
  };
}

async function testMutants(): Promise<boolean> {
  const wanted = mutants.filter(({ name }) => name.includes(process.env.ONLY ?? ''));
  const unchanged = await faultsWith([SLOWER], 1);
  console.log(`unchanged but slower: ${unchanged.join('; ') || 'kept'}`);
  let caught = 0;
  for (const { name, replacements, red, kills = 0 } of wanted) {
    const faults = await faultsWith(replacements, kills);
    const isCaught = faults.some((fault) => red.test(fault));
    if (isCaught) caught++;
    console.log(`${isCaught ? 'caught' : 'MISSED'}: ${name}: ${faults.join('; ').slice(-400) || 'no figure was wrong'}`);
  }
  printFigures({ planted: wanted.length, caught, unchangedKept: unchanged.length === 0 });
  return unchanged.length === 0 && wanted.length > 0 && caught === wanted.length;
}

/** Returns what a short run finds. A command that fails is a fault too. */
async function faultsWith(replacements: [RegExp, string][], kills: number): Promise<string[]> {
  try {
    return (await scoped(() => play({ ...SHORT, kills }, replacements))).faults;
  } catch (error) {
    return [(error as Error).message];
  }
}
