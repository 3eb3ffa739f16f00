import { readFileSync } from 'node:fs';
import { typeFaults, unknownFields } from './api-schemas.ts';
import { type Chart, readChart, render, schemaFaults } from './chart.ts';
import { guideFaults } from './guide.ts';
import type { Rendered } from './render.ts';
import { ruleFaults } from './rules.ts';
import { valueSets } from './value-sets.ts';

/** Renders the chart with each set of values. Returns the number of objects, and what is wrong with them, each fault once. */
export async function checkChart(chart: Chart = readChart()): Promise<{ rendered: number; faults: string[] }> {
  const all: Rendered[] = [];
  const faults: string[] = [];
  for (const { name, values } of valueSets) {
    try {
      const rendered = render(chart, values);
      all.push(...rendered);
      faults.push(...schemaFaults(chart, values), ...rendered.flatMap(typeFaults), ...ruleFaults(rendered));
    } catch (error) {
      faults.push(`${name}: cannot be rendered: ${(error as Error).message}`);
    }
  }
  faults.push(...(await unknownFields(all)), ...unusedTemplates(chart, all), ...unknownSettings(all), ...guideFaults(chart));
  return { rendered: all.length, faults: [...new Set(faults)] };
}

/** Returns a fault for each template that no set of values renders. */
function unusedTemplates({ templates }: Chart, all: Rendered[]): string[] {
  const files = Object.keys(templates).filter((file) => file.endsWith('.yaml'));
  return files
    .filter((file) => !all.some((rendered) => rendered.file === file))
    .map((file) => `${file}: no set of values renders it`);
}

/** Returns a fault for each variable of a container that docs/configuration.md does not have. */
function unknownSettings(all: Rendered[]): string[] {
  const page = readFileSync('docs/configuration.md', 'utf8');
  return all.flatMap(({ file, object }) =>
    variablesOf(object)
      .filter((name) => !page.includes(`| \`${name}\``))
      .map((name) => `${file}: ${name} is not in docs/configuration.md`),
  );
}

const variablesOf = ({ spec }: Rendered['object']): string[] =>
  (spec?.template?.spec.containers ?? []).flatMap(({ env = [] }: { env?: { name: string }[] }) => env.map(({ name }) => name));
