import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { namedCall } from './openapi.ts';

type RenderRule = NonNullable<MarkdownRenderer['renderer']['rules'][string]>;

/**
 * Adds to the generator's Markdown: links from calls to operations, drawings in the colours of the theme, and tabs. Vue compiles the
 * result, so two braces in a text or in code must not reach it as an expression.
 */
export function extendMarkdown(markdown: MarkdownRenderer, calls: Map<string, string>, base: string): void {
  const { rules } = markdown.renderer;
  const renderCode = rules.code_inline as RenderRule;
  rules.code_inline = (...args) => {
    const [tokens, index] = args;
    const code = renderCode(...args).replace(/^<code(?! v-pre)/, '<code v-pre');
    const call = namedCall(tokens[index]?.content ?? '');
    const isLinked = tokens.slice(0, index).findLast(({ type }) => type.startsWith('link_'))?.type === 'link_open';
    const address = call === undefined || isLinked ? undefined : calls.get(call);
    return address === undefined ? code : `<a class="call" href="${base}${address}">${code}</a>`;
  };
  const renderText = rules.text as RenderRule;
  rules.text = (...args) => renderText(...args).replaceAll('{{', '&#123;&#123;');
  const renderImage = rules.image as RenderRule;
  rules.image = (...args) => drawing(args[0][args[1]], args[3] as { path?: string }) ?? renderImage(...args);
  markdown.core.ruler.push('tabs', ({ tokens, Token }) => groupTabs(tokens, Token));
}

type Token = Parameters<RenderRule>[0][number];

/** Returns an SVG file as part of the page, so that its lines take the colours of the theme. Its own style is for other readers. */
function drawing(token: Token | undefined, { path = '' }: { path?: string }): string | undefined {
  const file = join(dirname(path), String(token?.attrGet('src')));
  if (!file.endsWith('.svg') || !existsSync(file)) return undefined;
  const description = String(token?.content).replaceAll('"', '&quot;');
  const svg = readFileSync(file, 'utf8').replace(/<style>[\s\S]*?<\/style>/, '');
  return `<span class="drawing" v-pre>${svg.replace('<svg ', `<svg role="img" aria-label="${description}" `)}</span>`;
}

const isLabelled = (token: Token | undefined): boolean => token?.type === 'fence' && /\[[^\]]+\]/.test(token.info);

/** Puts neighbouring blocks with labels (```sh [curl]) into a group of tabs. Elsewhere they are read one below the other. */
function groupTabs(tokens: Token[], TokenClass: new (type: string, tag: string, nesting: 1 | -1) => Token): void {
  for (let first = 0; first < tokens.length; first++) {
    let end = first;
    while (isLabelled(tokens[end])) end++;
    if (end - first < 2) continue;
    const open = new TokenClass('container_code-group_open', 'div', 1);
    open.info = 'code-group';
    tokens.splice(end, 0, new TokenClass('container_code-group_close', 'div', -1));
    tokens.splice(first, 0, open);
    first = end + 1;
  }
}
