import type { Profile } from './measure.ts';
import type { Shares } from './node-cpu.ts';

const LEAST_SHARE = 0.01;
const MOST_FUNCTIONS = 15;
const MOST_STATEMENTS = 25;

export type Titles = { title: string; unit: string; command: string };

/** Returns the profile as a page of Markdown: all figures are per unit. */
export function reportOf({ title, unit, command }: Titles, profile: Profile): string {
  const { units, cpuMs, nodeMs, node, statements, tables, counts } = profile;
  const per = (value: number, digits = 2) => (value / units).toFixed(digits);
  const micro = (ms: number) => ((ms / units) * 1_000).toFixed(0);
  const sum = (key: 'calls' | 'ms' | 'walBytes') => statements.reduce((all, one) => all + one[key], 0);
  const perUnit = (ms: number) => ms * (nodeMs / Math.max(1, node.totalMs));
  const rowsOf = tables.reduce((all, one) => all + one.inserted + one.updated + one.deleted, 0);
  return [
    `# Profile: ${title}`,
    '',
    `Written by \`${command}\`: what one ${unit} costs the server. CPU time of the process and of its database connections, from /proc;`,
    'the split of the process from the V8 profiler, of the database from pg_stat_statements. The load generator and the broker are not in it.',
    '',
    table(
      ['Figure', `Per ${unit}`],
      [
        ['CPU, µs', micro(cpuMs)],
        ['of it Node.js, µs', micro(nodeMs)],
        ['of it PostgreSQL, µs', micro(cpuMs - nodeMs)],
        ['statements', per(sum('calls'))],
        ['writes to PostgreSQL connections', per(counts.postgresWrites ?? 0)],
        ['WAL bytes', per(sum('walBytes'), 0)],
        ['rows written', per(rowsOf)],
        ['messages published to the broker', per(counts.published ?? 0)],
        ['pull requests to the broker', per(counts.pulled ?? 0)],
        ['acknowledgements to the broker', per(counts.acknowledged ?? 0)],
        ['Redis commands', per(counts.redis ?? 0)],
      ],
    ),
    '## Node.js by module',
    sharesTable('Module', node.modules, node.totalMs, (ms) => micro(perUnit(ms))),
    '## Node.js by caller',
    'Packages and Node.js itself count for the folder of the server that called them.\n',
    sharesTable('Folder', node.callers, node.totalMs, (ms) => micro(perUnit(ms))),
    '## Node.js by function',
    sharesTable('Function', node.functions.slice(0, MOST_FUNCTIONS), node.totalMs, (ms) => micro(perUnit(ms))),
    '## PostgreSQL by statement',
    'Time of planning and execution, including waits.\n',
    table(
      ['Source', 'Statement', 'Calls', 'µs', 'Rows', 'WAL bytes'],
      statements
        .filter(({ calls }) => calls / units >= 0.001)
        .slice(0, MOST_STATEMENTS)
        .map((one) => [
          one.source,
          `\`${shortened(one.text)}\``,
          per(one.calls, 3),
          micro(one.ms),
          per(one.rows),
          per(one.walBytes, 0),
        ]),
    ),
    '## Rows by table',
    table(
      ['Table', 'Inserted', 'Updated', 'of it HOT', 'Deleted'],
      tables.map((one) => [one.table, per(one.inserted), per(one.updated), per(one.hot), per(one.deleted)]),
    ),
  ].join('\n');
}

const shortened = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', "'").slice(0, 80);

function sharesTable(head: string, shares: Shares, total: number, micro: (ms: number) => string): string {
  const rows = shares.filter(([, ms]) => ms / total >= LEAST_SHARE).map(([name, ms]) => [name, micro(ms), share(ms / total)]);
  return table([head, 'µs', 'Share'], rows);
}

const share = (value: number): string => `${(value * 100).toFixed(0)} %`;

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');
}
