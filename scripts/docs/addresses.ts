import { posix } from 'node:path';

/** Returns the path of a Markdown file of the project inside the site. */
export function pagePath(file: string): string {
  if (file === 'docs/README.md') return 'overview.md'; // index is home.yaml
  const inDocs = /^docs\/(.*)\.md$/.exec(file)?.[1];
  if (inDocs !== undefined) return `${inDocs.replace(/(^|\/)README$/, '$1index')}.md`;
  const folder = /^(.*)\/README\.md$/.exec(file)?.[1];
  if (folder !== undefined) return `packages/${folder.replaceAll('/', '-')}.md`;
  return `project/${file.replace(/\.md$/, '').replaceAll('/', '-').toLowerCase()}.md`;
}

/** Returns the path of the HTML page that is built from a Markdown file. */
export const pageUrl = (file: string): string => pagePath(file).replace(/md$/, 'html');

/** Returns the path of a linked file that is not a page. The ending makes browsers show source code instead of downloading it. */
export const fileUrl = (file: string): string => `files/${file.replace(/^\./, 'dot-')}${file.endsWith('.json') ? '' : '.txt'}`;

/** Returns the relative link from one path of the site to another. */
export const relative = (from: string, to: string): string => posix.relative(posix.dirname(from), to) || posix.basename(to);

export type Target = { file: string; anchor: string | undefined };

/** Returns the file of the project that a link refers to, or undefined for an external link. */
export function targetOf(from: string, link: string): Target | undefined {
  if (/^[a-z]+:/i.test(link)) return undefined;
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? from : posix.normalize(posix.join(posix.dirname(from), decodeURIComponent(path)));
  return { file: file.replace(/\/$/, ''), anchor };
}
