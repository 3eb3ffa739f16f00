import type { Token } from 'markdown-it';

/** Returns the id of a heading as GitHub makes it, so that a link with an anchor works on the site and on GitHub. */
export const slug = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/** Returns the ids of all headings of a page. A repeated heading gets a number. */
export function headingIds(tokens: Token[]): string[] {
  const used = new Map<string, number>();
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return [];
    const text = (tokens[index + 1]?.children ?? []).filter(({ type }) => type === 'text' || type === 'code_inline');
    const id = slug(text.map(({ content }) => content).join(''));
    const count = used.get(id) ?? 0;
    used.set(id, count + 1);
    return [count === 0 ? id : `${id}-${count}`];
  });
}
