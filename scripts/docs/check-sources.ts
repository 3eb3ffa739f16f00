import { existsSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';
import { targetOf } from './addresses.ts';
import { resolveLink } from './links.ts';
import { namedCall } from './openapi.ts';
import { headingIds } from './slug.ts';
import type { Sources } from './sources.ts';

const markdown = new MarkdownIt({ html: true });

/** Returns the links, anchors, pictures and operations that the Markdown names and that do not exist. */
export function deadLinksOf(sources: Sources): string[] {
  const parsed = [...sources.pages].map(([file, source]) => ({ file, tokens: markdown.parse(source, {}) }));
  const ids = new Map(parsed.map(({ file, tokens }) => [file, new Set(headingIds(tokens))]));
  return parsed.flatMap(({ file, tokens }) =>
    tokens.flatMap(({ children }) => (children ?? []).flatMap((token) => faultsOf(token, file, sources, ids))),
  );
}

function faultsOf(token: Token, file: string, sources: Sources, ids: Map<string, Set<string>>): string[] {
  switch (token.type) {
    case 'link_open':
      return linkFaults(String(token.attrGet('href')), file, sources, ids);
    case 'image':
      return pictureFaults(String(token.attrGet('src')), file, sources);
    case 'code_inline':
      return operationFaults(token.content, file, sources);
    default:
      return [];
  }
}

function linkFaults(href: string, file: string, sources: Sources, ids: Map<string, Set<string>>): string[] {
  const to = resolveLink(sources, file, href);
  if (to.kind === 'dead') return [`${file}: ${href} leads to nothing`];
  if (to.kind !== 'page' || to.anchor === undefined || ids.get(to.file)?.has(to.anchor)) return [];
  return [`${file}: ${to.file} has no heading #${to.anchor}`];
}

function pictureFaults(src: string, file: string, { root }: Sources): string[] {
  const target = targetOf(file, src);
  return target && existsSync(join(root, target.file)) ? [] : [`${file}: the picture ${src} is not there`];
}

function operationFaults(code: string, file: string, { calls }: Sources): string[] {
  const call = namedCall(code);
  return call === undefined || calls.has(call) ? [] : [`${file}: there is no operation ${code}`];
}
