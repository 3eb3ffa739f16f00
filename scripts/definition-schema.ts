import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { Definition } from '../server/src/domain/automations/definition.ts';

/**
 * `npm run definition-schema` writes the JSON schema of automation definitions: for editors of files, and for the forms of the console.
 * --check fails if a committed file differs.
 */
const files = [
  'docs/reference/automation-definition.schema.json',
  'console/src/areas/automations/definition/definition.schema.json',
];
const { $schema, ...shape } = z.toJSONSchema(Definition, { io: 'input' });
const schema = {
  $schema,
  title: 'Automation definition',
  description: 'A trigger and a graph of steps. The first step is where a run begins; a step without a next one ends it.',
  ...shape,
};
const document = `${JSON.stringify(schema, null, 2)}\n`;

for (const file of files) {
  const path = new URL(`../${file}`, import.meta.url);
  if (!process.argv.includes('--check')) writeFileSync(path, document);
  else if (readFileSync(path, 'utf8') !== document) {
    console.error(`${file} is out of date; run: npm run definition-schema`);
    process.exitCode = 1;
  }
}
