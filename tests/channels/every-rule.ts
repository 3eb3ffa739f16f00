import { scoped } from '../chaos/endings.ts';
import { mapParallel } from '../security/client.ts';
import { type Environment, startEnvironment } from './environment.ts';
import { listen } from './every-knob.ts';
import { type Listener, openStage } from './knobs/stage.ts';
import type { Result } from './result.ts';
import { type Rule, rules } from './rules/table.ts';

const AT_ONCE = 6;

/** Rules of the providers' documentation: the sandbox enforces them, and the server must comply. */
export async function everyRule(environment: Environment): Promise<Result> {
  const listener = await listen(environment);
  const broken = (await mapParallel(rules, AT_ONCE, (rule) => faultOf(rule, listener))).filter((fault) => fault !== null);
  for (const fault of broken) console.log(`  BROKEN: ${fault}`);
  return { isKept: broken.length === 0, figures: `rules=${rules.length} kept=${rules.length - broken.length}` };
}

async function faultOf({ rule, kind, play }: Rule, listener: Listener): Promise<string | null> {
  try {
    await play(await openStage(kind, listener, undefined));
    return null;
  } catch (error) {
    return `${rule}: ${(error as Error).message.replace(/\s+/g, ' ').slice(0, 500)}`;
  }
}

/** Runs one mutant per rule and checks that its scenario catches it. MUTANT=word selects by rule. */
export async function testRuleMutants(): Promise<boolean> {
  const wanted = rules.filter(({ rule }) => rule.includes(process.env.MUTANT ?? ''));
  let caught = 0;
  for (const rule of wanted) {
    const fault = await scoped(async () => faultOf(rule, await listen(await startEnvironment(rule.bug))));
    if (fault !== null) caught++;
    console.log(`${fault === null ? 'MISSED' : 'caught'}: ${fault ?? rule.rule}`);
  }
  console.log(`planted=${wanted.length} caught=${caught}`);
  return wanted.length > 0 && caught === wanted.length;
}
