import { readFileSync, writeFileSync } from 'node:fs';
import { commands } from '../cli/src/commands/index.ts';
import { commandsPage } from '../cli/src/docs-page.ts';

/** `npm run cli-docs` writes the list of commands in the guide from the table of commands; --check fails if they differ. */
const file = new URL('../docs/guides/cli.md', import.meta.url);
const BEGIN = '<!-- commands: written by npm run cli-docs -->';
const END = '<!-- end of commands -->';

const guide = readFileSync(file, 'utf8');
const [before, rest] = guide.split(BEGIN);
const after = rest?.split(END)[1];
if (before === undefined || after === undefined) {
  console.error(`docs/guides/cli.md lacks the lines ${BEGIN} and ${END}`);
  process.exit(1);
}
const wanted = `${before}${BEGIN}\n\n${commandsPage(commands)}\n${END}${after}`;

if (!process.argv.includes('--check')) writeFileSync(file, wanted);
else if (guide !== wanted) {
  console.error('docs/guides/cli.md is out of date; run: npm run cli-docs');
  process.exit(1);
}
