import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationsOf, readDocument } from '../../scripts/docs/openapi.ts';
import { titleOf } from '../../scripts/docs/reference.ts';
import { openApi } from '../../server/src/http/openapi.ts';
import { loadConfig } from '../../server/src/platform/config.ts';
import { failures } from '../../server/src/platform/errors.ts';
import { events } from '../../server/src/registry/events.ts';
import { type Page, root } from './pages.ts';

/** Returns what exists and is not documented, and what is documented and does not exist. */
export function missingIn(pages: Page[]): string[] {
  const page = (file: string) => pages.find((one) => one.file === file)?.source ?? '';
  return [
    ...unnamed(
      Object.keys(failures),
      page('docs/reference/errors.md'),
      (key) => `| \`${key}\``,
      'docs/reference/errors.md has no line for',
    ),
    ...unnamed(
      Object.keys(events),
      page('docs/reference/events.md'),
      (type) => `\n### ${type}\n`,
      'docs/reference/events.md has no heading for',
    ),
    ...unnamed(
      Object.keys(loadConfig({})),
      page('docs/configuration.md'),
      (name) => `| \`${name}\``,
      'docs/configuration.md has no row for',
    ),
    ...oldOperationsWithoutAdvice(page('docs/guides/migrating.md')),
    ...strangeSignals(pages),
  ];
}

const unnamed = (names: string[], text: string, mark: (name: string) => string, sentence: string): string[] =>
  names.filter((name) => !text.includes(mark(name))).map((name) => `${sentence} ${name}`);

/** Returns the operations of the routes that lack a section with call, examples and errors in the built pages. */
export function operationsWithoutReference(site: string): string[] {
  const folder = join(site, 'reference/api');
  const html = readdirSync(folder)
    .filter((name) => name.endsWith('.html') && name !== 'index.html')
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const routes = operationsOf(openApi('http://127.0.0.1:8080') as never);
  return routes.flatMap((operation) => {
    const { method, path, operationId, parameters = [] } = operation;
    const section = html.split(`<code>${operationId}</code>`)[1]?.split('<h2')[0];
    if (section === undefined) return [`the reference lacks ${operationId}, ${method} ${path}`];
    const wanted = ['language-sh', 'language-ts', 'unauthorized', ...parameters.map(({ name }) => `<code>${name}</code>`)];
    return wanted.filter((text) => !section.includes(text)).map((text) => `the reference of ${titleOf(operation)} lacks ${text}`);
  });
}

function oldOperationsWithoutAdvice(guide: string): string[] {
  return operationsOf(readDocument(root))
    .filter(({ path }) => path.startsWith('/v2/'))
    .filter(({ method, path }) => !guide.includes(`## \`${method} ${path}\``))
    .map(({ method, path }) => `docs/guides/migrating.md has no section for ${method} ${path}`);
}

/** A metric or a log line that a page mentions must exist in the server. */
function strangeSignals(pages: Page[]): string[] {
  const source = sourcesBelow(join(root, 'server/src'));
  return pages.flatMap(({ file, source: text }) => {
    const metrics = [...text.matchAll(/\bpatchbay_[a-z_]+_(?:seconds|total|waiting|under_way|oldest_seconds)\b/g)].map(
      ([name]) => name,
    );
    const lines = [...text.matchAll(/\*\*Log:\*\* `([^`]+)`/g)].map(([, line]) => String(line));
    return [...new Set([...metrics, ...lines])]
      .filter((signal) => !source.includes(signal.replace(/^(patchbay_\w+)_total$/, '$1')))
      .map((signal) => `${file}: the server never says ${signal}`);
  });
}

const sourcesBelow = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
