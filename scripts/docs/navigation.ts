import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type Section = { title: string; files: string[] };

/**
 * The order of the site. A file in this list must exist; one with a question mark is left out
 * until it exists. A file that is not in the list is put into the section of its folder, so a new guide needs no line.
 */
const table: Section[] = [
  { title: 'Start', files: ['docs/README.md', 'docs/quickstart.md', 'docs/concepts.md', 'docs/guides/console.md'] },
  {
    title: 'Messages',
    files: ['channels', 'receiving', 'sending', 'templates', 'files', 'automations', 'campaigns'].map(guide),
  },
  { title: 'Contacts and users', files: ['contacts', 'users', 'sign-in', 'privacy'].map(guide) },
  { title: 'Contacts and users', files: ['contacts', 'users', 'teamwork', 'privacy'].map(guide) },
  {
    title: 'Building on it',
    files: [
      ...['webhooks', 'search', 'errors', 'idempotency', 'rate-limits', 'tokens', 'observability'].map(guide),
      'docs/guides/sdk.md?',
      'docs/guides/cli.md?',
      'docs/guides/sandbox.md?',
      'docs/guides/migrating.md',
    ],
  },
  {
    title: 'Running it',
    files: [
      'docs/guides/self-hosting.md',
      'docs/guides/containers.md?',
      'docs/guides/debian.md?',
      'docs/guides/versions.md?',
      'docs/guides/kubernetes.md',
      'docs/guides/cells.md',
      'docs/configuration.md',
      'docs/guides/operating.md',
      'docs/guides/monitoring.md',
      'docs/guides/tracing.md',
    ],
  },
  { title: 'Runbooks', files: ['docs/runbooks/README.md'] },
  { title: 'Reference', files: ['docs/reference/api/README.md', 'docs/reference/errors.md', 'docs/reference/events.md'] },
  {
    title: 'Project',
    files: [
      'README.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'tests/README.md',
      'CHANGELOG.md',
      'docs/promises.md',
      'docs/scale.md',
      'docs/libraries.md',
    ],
  },
  { title: 'Packages', files: [] },
  { title: 'Decisions', files: [] },
];

/** Which section takes a page that the table does not name. */
const homes: [RegExp, string][] = [
  [/^docs\/guides\//, 'Building on it'],
  [/^docs\/runbooks\//, 'Runbooks'],
  [/^docs\/reference\//, 'Reference'],
  [/^docs\/adr\//, 'Decisions'],
  [/^docs\/scale\//, 'Project'],
  [/^docs\//, 'Start'],
  [/\//, 'Packages'],
  [/./, 'Project'],
];

export function navigation(root: string, made: string[]): Section[] {
  const sections = table.map(({ title, files }) => ({ title, files: files.flatMap((file) => present(root, file, made)) }));
  const placed = new Set(sections.flatMap(({ files }) => files));
  for (const file of [...allPages(root), ...made].filter((file) => !placed.has(file)).toSorted()) {
    const home = homes.find(([pattern]) => pattern.test(file))?.[1];
    sections.find(({ title }) => title === home)?.files.push(file);
  }
  return sections.filter(({ files }) => files.length > 0);
}

function present(root: string, listed: string, made: string[]): string[] {
  const file = listed.replace(/\?$/, '');
  if (made.includes(file) || existsSync(join(root, file))) return [file];
  if (listed.endsWith('?')) return [];
  throw new Error(`${file} is in scripts/docs/navigation.ts and does not exist: write it, or remove the line.`);
}

const AWAY = new Set(['node_modules', '.git', '.github', 'dist', 'site', '.data', '.services', 'coverage']);

/** Every Markdown file of the project, wherever it is. */
export function allPages(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return AWAY.has(entry.name) ? [] : allPages(root, path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

function guide(name: string): string {
  return `docs/guides/${name}.md`;
}
