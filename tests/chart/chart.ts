import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { type ChartFiles, type Rendered, renderChart } from './render.ts';

const FOLDER = 'deploy/chart';
const RELEASE = { Name: 'support', Namespace: 'patchbay', Service: 'Helm', IsInstall: true, IsUpgrade: false };

type Values = Record<string, unknown>;
type ChartInfo = { name: string; version: string; appVersion: string };

/** The files of the chart as texts. Mutation tests change a copy of them. */
export type Chart = { info: string; values: string; schema: string; templates: ChartFiles };

export function readChart(): Chart {
  const read = (name: string): string => readFileSync(`${FOLDER}/${name}`, 'utf8');
  const files = globSync(`${FOLDER}/templates/*`).toSorted();
  return {
    info: read('Chart.yaml'),
    values: read('values.yaml'),
    schema: read('values.schema.json'),
    templates: Object.fromEntries(files.map((path) => [basename(path), readFileSync(path, 'utf8')])),
  };
}

/** Merges an override into the defaults as Helm does: maps key by key, everything else replaces. */
export function mergeValues(defaults: Values, override: Values): Values {
  const merged = { ...defaults };
  for (const [key, value] of Object.entries(override)) {
    const before = defaults[key];
    merged[key] = isMap(before) && isMap(value) ? mergeValues(before, value) : value;
  }
  return merged;
}

const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns what values.schema.json says against the values, merged with the defaults. */
export function schemaFaults({ values, schema }: Chart, override: Values): string[] {
  const ajv = new Ajv({ allErrors: true, strict: false });
  const isValid = ajv.validate(JSON.parse(schema), mergeValues(parse(values), override));
  return isValid ? [] : (ajv.errors ?? []).map(({ instancePath, message }) => `values${instancePath}: ${message}`);
}

/** Renders the chart as `helm template support -n patchbay` would. */
export function render({ info, values, templates }: Chart, override: Values): Rendered[] {
  const { name, version, appVersion } = parse(info) as ChartInfo;
  const context = {
    Values: mergeValues(parse(values), override),
    Release: RELEASE,
    Chart: { Name: name, Version: version, AppVersion: appVersion },
  };
  return renderChart(templates, context);
}
