import { type Environment, inEnvironment, main, printFigures } from '../security/environment.ts';
import { checkCatalogue } from './catalogue.ts';
import { checkControl, checkLimits, type Outcome } from './check.ts';
import { testMutants } from './mutants.ts';
import { makeWorld, realLimits } from './world.ts';

/** `LIMITS=own,teams` probes these visibilities only. */
const wanted = process.env.LIMITS?.split(',');

/**
 * A user sees only the conversations that visibility and channels allow: through every operation, the feed and by the catalogue of the
 * database. --mutants removes each protection and checks that it is caught.
 */
await main(() => inEnvironment(process.argv.includes('--mutants') ? testMutants : checkVisibility));

async function checkVisibility(environment: Environment): Promise<boolean> {
  const { baseUrl } = await environment.start();
  const world = await makeWorld(environment);
  const control = await checkControl(environment, baseUrl, world);
  console.log('visibility=all channels=all (control: what limits hide, and how much of it a user without limits reads)');
  printFigures(control);
  const outcomes: Outcome[] = [];
  for (const limits of realLimits.filter(({ visibility }) => !wanted || wanted.includes(visibility))) {
    const outcome = await checkLimits(environment, baseUrl, world, limits);
    const { complaints, ...figures } = outcome;
    for (const line of complaints.slice(0, 20)) console.error(line);
    console.log(`visibility=${limits.visibility} channels=${limits.isLimited ? 'some' : 'all'}`);
    printFigures(figures);
    outcomes.push(outcome);
  }
  const { faults: missing, ...catalogue } = await checkCatalogue(environment.superuser);
  for (const line of missing) console.error(line);
  const sum = (figure: Exclude<keyof Outcome, 'complaints'>) => outcomes.reduce((total, one) => total + one[figure], 0);
  const figures = {
    probes: sum('probes'),
    leaks: sum('leaks'),
    oracleDiffs: sum('oracleDiffs'),
    hiddenRowsChanged: sum('hiddenRowsChanged'),
    faults: sum('faults') + missing.length,
  };
  printFigures({ limits: outcomes.length, ...catalogue });
  printFigures(figures);
  return figures.leaks + figures.oracleDiffs + figures.hiddenRowsChanged + figures.faults === 0 && control.seen > 0;
}
