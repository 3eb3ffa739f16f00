import { scoped } from '../chaos/endings.ts';
import { mapParallel } from '../security/client.ts';
import { type Environment, startEnvironment } from './environment.ts';
import { listen } from './every-knob.ts';
import { openStage, type Told } from './knobs/stage.ts';
import type { Result } from './result.ts';
import { type Rule, rules } from './rules/table.ts';

const AT_ONCE = 6;

/** Everything the providers' documentation says that we once had wrong: the sandbox enforces it, and the server keeps to it. */
export async function everyRule(environment: Environment): Promise<Result> {
  const told = await listen(environment);
  const broken = (await mapParallel(rules, AT_ONCE, (rule) => faultOf(rule, told))).filter((fault) => fault !== null);
  for (const fault of broken) console.log(`  BROKEN: ${fault}`);
  return { isKept: broken.length === 0, figures: `rules=${rules.length} kept=${rules.length - broken.length}` };
}

async function faultOf({ rule, kind, play }: Rule, told: Told): Promise<string | null> {
  try {
    await play(await openStage(kind, told, undefined));
    return null;
  } catch (error) {
    return `${rule}: ${(error as Error).message.replace(/\s+/g, ' ').slice(0, 500)}`;
  }
}

/** Plants one bug per rule and asks whether its scenario notices. MUTANT=word plants those alone that have the word in their rule. */
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
