import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { Definition } from '../server/src/domain/automations/definition.ts';

/** `npm run definition-schema` writes the JSON schema of automation definitions for editors; --check fails if the committed file differs. */
const file = new URL('../docs/reference/automation-definition.schema.json', import.meta.url);
const { $schema, ...shape } = z.toJSONSchema(Definition, { io: 'input' });
const schema = {
  $schema,
  title: 'Automation definition',
  description: 'A trigger and a graph of steps. The first step is where a run begins; a step without a next one ends it.',
  ...shape,
};
const document = `${JSON.stringify(schema, null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(file, document);
else if (readFileSync(file, 'utf8') !== document) {
  console.error(`${file.pathname.split('/').slice(-3).join('/')} is out of date; run: npm run definition-schema`);
  process.exit(1);
}
