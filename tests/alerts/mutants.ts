import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { atEnd } from '../chaos/endings.ts';
import { printFigures } from '../security/environment.ts';
import { pathOf, programOf, readRules } from './prometheus.ts';
import type { Rules } from './scale.ts';

type Rule = Rules['groups'][number]['rules'][number];

/** What can be wrong with any rule. */
const bugs: [name: string, change: (rule: Rule) => Rule][] = [
  ['never fires', (rule) => ({ ...rule, expr: `(${rule.expr.trim()}) and on () vector(0) > 1` })],
  ['fires too late', (rule) => ({ ...rule, for: '9h' })],
  [
    'asks for a metric that does not exist',
    (rule) => ({ ...rule, expr: rule.expr.replaceAll(/\b(patchbay_\w+|up)\b/g, '$1_typo') }),
  ],
  ['fires at once', (rule) => ({ ...rule, for: '0s' })],
  ['has another threshold', (rule) => ({ ...rule, expr: rule.expr.replaceAll(/([>] [\d.e]+)/g, '$1 * 0') })],
];

/** Plants each bug in each rule. The tests of promtool must notice all of them. */
export async function testRuleMutants(): Promise<boolean> {
  const text = await readRules();
  const { groups } = parse(text) as Rules;
  const missed: string[] = [];
  let planted = 0;
  for (const group of groups)
    for (const rule of group.rules)
      for (const [name, change] of bugs) {
        const broken = change(rule);
        if (broken.expr === rule.expr && broken.for === rule.for) continue; // a rule without a threshold
        planted++;
        const rules = group.rules.map((one) => (one === rule ? broken : one));
        const isCaught = await fails({ groups: groups.map((one) => (one === group ? { ...group, rules } : one)) });
        if (!isCaught) missed.push(`${rule.alert} ${name}`);
      }
  for (const name of missed) console.log(`MISSED: ${name}`);
  const untouchedKept = !(await fails({ groups }));
  printFigures({ planted, caught: planted - missed.length, untouchedKept });
  return untouchedKept && missed.length === 0;
}

/** Returns whether the tests of promtool fail with these rules. */
async function fails(rules: Rules): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-rules-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const tests = await readFile(pathOf('tests/alerts/rules.test.yaml'), 'utf8');
  await writeFile(join(folder, 'alerts.yaml'), stringify(rules));
  await writeFile(join(folder, 'rules.test.yaml'), tests.replace(/rule_files: .*/, 'rule_files: [alerts.yaml]'));
  return promisify(execFile)(await programOf('promtool'), ['test', 'rules', join(folder, 'rules.test.yaml')]).then(
    () => false,
    () => true,
  );
}
