import { parse, stringify } from 'yaml';
import { printFigures } from '../security/environment.ts';
import { readPanels } from './dashboard.ts';
import { play } from './play.ts';
import { readRules } from './prometheus.ts';
import type { Rules } from './scale.ts';

const TYPO = 'patchbay_typo';
/** The second fault has no bug planted in its rule: it must fire as ever. */
const CAUSED = ['Redis is stopped', 'callbacks have wrong signatures'];

/** What the installation must say of the planted bugs, and nothing else. */
const expected = [
  'PatchbayRedisAway does not fire when Redis is stopped',
  'PatchbayWebhooksFail fires without a fault',
  `no data: Panel with a typo: sum(rate(${TYPO}[5m]))`,
];

/** Plants a rule that asks for a metric that does not exist, a rule that always fires, and a panel with a typo, in one run of the installation. */
export async function testLiveMutants(): Promise<boolean> {
  const { groups } = parse(await readRules()) as Rules;
  for (const rule of groups.flatMap(({ rules }) => rules)) {
    if (rule.alert === 'PatchbayRedisAway') rule.expr = rule.expr.replace('patchbay_service_up', TYPO);
    if (rule.alert === 'PatchbayWebhooksFail') rule.expr = rule.expr.replace('> 0.5', '>= 0');
  }
  const typo = { type: 'timeseries', title: 'Panel with a typo', targets: [{ expr: `sum(rate(${TYPO}[5m]))` }] };
  const { faults } = await play({ rules: stringify({ groups }), panels: [...(await readPanels()), typo], only: CAUSED });
  const missed = expected.filter((one) => !faults.includes(one));
  const others = faults.filter((one) => !expected.includes(one));
  for (const one of missed) console.log(`MISSED: ${one}`);
  for (const one of others) console.log(`not planted: ${one}`);
  printFigures({ livePlanted: expected.length, liveCaught: expected.length - missed.length, liveOthers: others.length });
  return missed.length === 0 && others.length === 0;
}
