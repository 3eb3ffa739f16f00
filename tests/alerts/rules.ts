import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { faults } from './faults.ts';
import { pathOf, programOf, readRules } from './prometheus.ts';
import { rulesOf } from './scale.ts';

/** Returns what is wrong with the rules: syntax, the tests of promtool, runbooks that do not exist, and rules whose fault nobody causes. */
export async function checkRules(): Promise<string[]> {
  const rules = rulesOf(await readRules());
  const caused = new Set(faults.flatMap(({ alerts }) => alerts));
  const wrong = rules.flatMap(({ alert, annotations }) => [
    ...(existsSync(runbookOf(annotations.runbook_url)) ? [] : [`${alert}: there is no ${runbookOf(annotations.runbook_url)}`]),
    ...(caused.has(alert) ? [] : [`${alert}: no fault in tests/alerts/faults.ts causes it`]),
  ]);
  const checks = [
    ['check', 'rules', pathOf('deploy/prometheus/alerts.yaml')],
    ['check', 'config', pathOf('deploy/prometheus/prometheus.yaml')],
    ['test', 'rules', pathOf('tests/alerts/rules.test.yaml')],
  ];
  for (const check of checks) wrong.push(...(await failureOf(check)));
  return wrong;
}

const runbookOf = (url: string): string => pathOf(`docs/runbooks/${url.split('/').at(-1)}.md`);

async function failureOf(args: string[]): Promise<string[]> {
  const promtool = await programOf('promtool');
  return promisify(execFile)(promtool, args).then(
    () => [],
    (error: { stdout: string; stderr: string }) => [`promtool ${args.slice(0, 2).join(' ')}: ${error.stdout}${error.stderr}`],
  );
}
