import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { mutants as ofAutomations } from './automations-mutants.ts';
import { mutants as ofCampaigns } from './campaign-mutants.ts';
import { mutants as ofDeliveries } from './mutants.ts';
import { mutants as ofReports } from './reports-mutants.ts';
import { mutants as ofSends } from './send-mutants.ts';

const source = fileURLToPath(new URL('../../server/src/', import.meta.url));

/** Returns the source that mutants change: everything except tests. */
async function readSource(): Promise<string[]> {
  const names = await readdir(source, { recursive: true });
  const wanted = names.filter((name) => /\.(ts|sql)$/.test(name) && !name.endsWith('.test.ts'));
  return Promise.all(wanted.map((name) => readFile(`${source}${name}`, 'utf8')));
}

const stages = {
  deliveries: ofDeliveries,
  sends: ofSends,
  campaigns: ofCampaigns,
  automations: ofAutomations,
  reports: ofReports,
};
const texts = await readSource();

for (const [stage, mutants] of Object.entries(stages)) {
  test(`every mutant of ${stage} matches the source once`, () => {
    assert.ok(mutants.length > 0);
    for (const { name, replacements } of mutants) {
      for (const [pattern] of replacements) {
        const every = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`);
        const matches = texts.reduce((sum, text) => sum + [...text.matchAll(every)].length, 0);
        assert.equal(matches, 1, `"${name}": ${pattern} is found ${matches} times`);
      }
    }
  });
}
