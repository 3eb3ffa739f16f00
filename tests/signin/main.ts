import { type Environment, inEnvironment, main, printFigures } from '../security/environment.ts';
import type { Attack } from './attack.ts';
import { attacks } from './attacks/index.ts';
import { testMutants } from './mutation-tests.ts';
import { openScene } from './scene.ts';

/**
 * Attacks on everything that signs people in, through HTTP and a browser. `ONLY=word` runs the attacks with the word in their names.
 * --mutants runs modified copies of the server, each of which an attack must break into.
 */
await main(() => inEnvironment(process.argv.includes('--mutants') ? testMutants : attackEverything));

async function attackEverything(environment: Environment): Promise<boolean> {
  const chosen = attacks.filter(({ name }) => name.includes(process.env.ONLY ?? ''));
  const scene = await openScene(environment);
  let tries = 0;
  const succeeded: string[] = [];
  try {
    for (const attack of chosen) {
      const outcome = await attackOnce(attack, scene);
      tries += outcome.tries;
      succeeded.push(...outcome.succeeded.map((what) => `${attack.name}: ${what}`));
    }
  } finally {
    await scene.close();
  }
  for (const line of succeeded.slice(0, 30)) console.error(`SUCCEEDED ${line}`);
  printFigures({ kinds: chosen.length, attacks: tries, succeeded: succeeded.length });
  return succeeded.length === 0 && tries > 0;
}

async function attackOnce({ name, run }: Attack, scene: Parameters<Attack['run']>[0]) {
  const startedAt = performance.now();
  const outcome = await run(scene);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(name);
  printFigures({ tries: outcome.tries, succeeded: outcome.succeeded.length, ...outcome.figures, seconds });
  return outcome;
}
