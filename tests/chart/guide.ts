import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type Chart, render, schemaFaults } from './chart.ts';

const GUIDE = 'docs/guides/kubernetes.md';

/** Returns what is wrong with the values that the guide shows: each block must pass the schema and render. */
export function guideFaults(chart: Chart, page = readFileSync(GUIDE, 'utf8')): string[] {
  const blocks = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text]) => parse(text as string));
  if (blocks.length === 0) return [`${GUIDE}: shows no values`];
  return blocks
    .flatMap((block) => faultsOf(chart, { existingSecret: 'patchbay', ...block }))
    .map((fault) => `${GUIDE}: ${fault}`);
}

function faultsOf(chart: Chart, values: Record<string, unknown>): string[] {
  try {
    render(chart, values);
    return schemaFaults(chart, values);
  } catch (error) {
    return [(error as Error).message];
  }
}
