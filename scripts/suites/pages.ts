import type { Entry } from './record.ts';
import type { Suite } from './suite.ts';

const PROMISES_HEAD = `# Promises and figures

Every promise has a command that prints figures and exits non-zero when the promise is broken. The figures below are those of the last
run at full size. \`npm run nightly\` records them in \`docs/nightly.json\`, and \`npm run promises\` writes this page from that file. CI runs
shorter forms of the same suites.
`;

const SUITES_HEAD = `# Suites

\`npm run promises\` writes this page from \`scripts/suites/table.ts\` and \`docs/nightly.json\`. The suites start real servers, services and
providers of the sandbox. Unit and HTTP tests are next to the source (\`*.test.ts\`, \`npm test\`).

- **CI**: seconds of the short form in \`.ci/run\`, beside one other suite on two cores; \`-\` if only the nightly run has the suite.
- **Full**: seconds of the last full run (\`npm run nightly\`); \`-\` if it has not been recorded on this version.
- Suites named \`mutants\` run a suite against copies of the source with planted bugs. The suite must fail for each of them.
`;

const SUITES_END = `
Shared by several suites: \`fixtures/\` (source that the import check must reject, a template), \`chaos/endings.ts\` (cleaning up),
\`ratios/\` (comparisons in alternating slices),
\`docs/copy-tree.ts\` (a copy of the repository), \`console/picture.ts\` (a picture of a page of the console).
\`profile/\` has no suite: \`npm run profile\` prints what one message costs ([ADR 89](../docs/adr/0089-cost-of-a-message.md)).
`;

/** Returns docs/promises.md: each promise with its command and the figures of its last full run. */
export function promisesPage(suites: Suite[], record: Entry[]): string {
  const promised = suites.filter(({ promise }) => promise !== null);
  const sections = promised.map(({ name, script, promise }) => {
    const entry = record.find(({ suite }) => suite === name);
    return `## ${script}\n\n${promise}.\n\n\`npm run ${script}\`: ${entry ? measured(entry) : 'not yet run at full size on this version.'}\n`;
  });
  return `${PROMISES_HEAD}\n${sections.join('\n')}`;
}

function measured({ verdict, seconds, figures, commit, at }: Entry): string {
  const ended = verdict === 'ok' ? 'kept' : '**broken**';
  const printed = Object.entries(figures).map(([key, value]) => `\`${key}=${value}\``);
  return [`${ended} on ${at.slice(0, 10)} at \`${commit}\`, ${seconds} s.`, ...printed].join(' ');
}

/** Returns tests/README.md: one line per suite with its source, what it proves and how long it takes. */
export function suitesPage(suites: Suite[], record: Entry[], scripts: Record<string, string>): string {
  const lines = suites.map(({ name, script, promise, ci, nightly }) => {
    const command = [`npm run ${script}`, ...(nightly.args ? ['--', ...nightly.args] : [])].join(' ');
    const source = sourceOf(scripts[script] ?? '');
    const full = record.find(({ suite }) => suite === name)?.seconds ?? '-';
    return `| \`${command}\` | ${source} | ${promise ?? 'The suite notices every planted bug'} | ${ci?.seconds ?? '-'} | ${full} |`;
  });
  return `${SUITES_HEAD}\n| Command | Source | Proves | CI, s | Full, s |\n| --- | --- | --- | --- | --- |\n${lines.join('\n')}\n${SUITES_END}`;
}

/** Returns the folder in tests/ or the script that an npm script runs, as Markdown. */
function sourceOf(command: string): string {
  const file = /node ((?:tests|scripts)\/\S+\.ts)/.exec(command)?.[1];
  const inTests = /^tests\/([^/]+)\//.exec(file ?? '')?.[1];
  if (inTests !== undefined) return `\`${inTests}/\``;
  return file === undefined ? '`package.json`' : `\`${file}\``;
}
