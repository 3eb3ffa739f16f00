import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const BASE = '/docs/';

/**
 * Returns the links, scripts, styles and pictures of the built site that lead to no file, the anchors that name no id, and whatever a page
 * would load from another host.
 */
export function deadLinksIn(site: string): string[] {
  const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const known = new Map<string, Set<string>>();
  const idsOf = (path: string): Set<string> => {
    const ids =
      known.get(path) ?? new Set([...readFileSync(path, 'utf8').matchAll(/ id="([^"]+)"/g)].map(([, id]) => String(id)));
    known.set(path, ids);
    return ids;
  };
  return pages.flatMap((name) => {
    const path = join(site, name);
    const html = readFileSync(path, 'utf8').replaceAll(/<code>[\s\S]*?<\/code>/g, '');
    return [...html.matchAll(/<(\w+)[^>]*? (?:href|src)="([^"]*)"/g)].flatMap(([, tag, link]) => {
      const fault = faultOf({ site, from: path, tag: String(tag), link: String(link) }, idsOf);
      return fault === undefined ? [] : [`${relative(site, path)}: ${link} ${fault}`];
    });
  });
}

type Link = { site: string; from: string; tag: string; link: string };

function faultOf({ site, from, tag, link }: Link, idsOf: (path: string) => Set<string>): string | undefined {
  if (/^([a-z]+:|\/\/)/i.test(link)) {
    if (tag !== 'a') return 'is fetched from elsewhere';
    return /^(https?|mailto):/.test(link) ? undefined : 'is of a kind no reader can follow';
  }
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : targetOf(site, from, decodeURIComponent(path));
  if (target === undefined || !existsSync(target) || !statSync(target).isFile()) return 'leads to nothing';
  if (anchor === undefined || !target.endsWith('.html')) return undefined;
  return idsOf(target).has(decodeURIComponent(anchor)) ? undefined : 'has no such heading';
}

/** Returns the file that the server sends for a path, or undefined for a path outside of the site. */
function targetOf(site: string, from: string, path: string): string | undefined {
  const file = path.replace(/(^|\/)$/, '$1index.html');
  if (!path.startsWith('/')) return join(dirname(from), file);
  return path.startsWith(BASE) ? join(site, file.slice(BASE.length)) : undefined;
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)(?![^>]*\stype="application\/json")[^>]*>/;

/** Returns the pages with an inline script, which the server's content security policy would block. */
export function blockedScriptsIn(site: string): string[] {
  const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  return pages
    .filter((name) => INLINE_SCRIPT.test(readFileSync(join(site, name), 'utf8')))
    .map((name) => `${name}: an inline script, which the policy of the server blocks`);
}
