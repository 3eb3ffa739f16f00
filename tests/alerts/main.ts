import { main } from '../chaos/endings.ts';
import { printFigures } from '../security/environment.ts';
import { testLiveMutants } from './live-mutants.ts';
import { testRuleMutants } from './mutants.ts';
import { play } from './play.ts';
import { checkRules } from './rules.ts';

/**
 * The alert rules are checked by promtool, and by causing the fault of each in an installation that a real Prometheus scrapes: it fires then,
 * and not without. Every panel of the dashboard has data. Durations are divided by 60 (scale.ts). --mutants plants faults in the rules and the dashboard.
 */
await main(() => (process.argv.includes('--mutants') ? testMutants() : playOnce()));

async function playOnce(): Promise<boolean> {
  const startedAt = Date.now();
  const wrong = await checkRules();
  const { faults, panels, empty, ...figures } = await play();
  for (const fault of [...wrong, ...faults]) console.error(fault);
  printFigures({ seconds: Math.round((Date.now() - startedAt) / 1000) });
  printFigures({ panels, empty });
  printFigures(figures);
  return wrong.length + faults.length === 0 && figures.fired === figures.alerts && figures.ended === figures.alerts;
}

async function testMutants(): Promise<boolean> {
  const areRulesTested = await testRuleMutants();
  return (await testLiveMutants()) && areRulesTested;
}
