import MarkdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';

export type Heading = { level: number; id: string; text: string };
export type Rendered = { html: string; title: string; headings: Heading[] };

/** What a page asks of its surroundings: where a link leads, what a picture holds, and which operation a call names. */
export type Surroundings = {
  link(target: string): string;
  picture(target: string): string | undefined;
  operation(call: string): string | undefined;
};

/** As GitHub makes them, so that a link with an anchor works there and here. */
export const slug = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

export function render(source: string, around: Surroundings): Rendered {
  const headings: Heading[] = [];
  const markdown = new MarkdownIt({ html: false, linkify: false });
  markdown.use(anchor, {
    slugify: slug,
    level: [1, 2, 3],
    callback: (token, { slug: id, title: text }) => headings.push({ level: Number(token.tag[1]), id, text }),
    permalink: anchor.permalink.linkInsideHeader({ symbol: '#', placement: 'after', ariaHidden: true }),
  });
  const { rules } = markdown.renderer;
  rules.link_open = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    const href = token?.attrGet('href');
    if (token && href && token.attrGet('class') !== 'header-anchor') token.attrSet('href', around.link(href));
    return self.renderToken(tokens, index, options);
  };
  rules.image = (tokens, index) => {
    const [token] = tokens.slice(index, index + 1);
    const drawing = around.picture(token?.attrGet('src') ?? '');
    return drawing === undefined ? '' : figure(drawing, token?.content ?? '');
  };
  rules.code_inline = (tokens, index) => {
    const content = tokens[index]?.content ?? '';
    const inside = `<code>${escaped(content)}</code>`;
    const isLinked = tokens.slice(0, index).findLast(({ type }) => type.startsWith('link_'))?.type === 'link_open';
    const href = isLinked ? undefined : around.operation(content);
    return href === undefined ? inside : `<a class="call" href="${href}">${inside}</a>`;
  };
  rules.fence = (tokens, index) => block(tokens[index]?.content ?? '', tokens[index]?.info ?? '');
  rules.table_open = () => '<div class="table" role="region" aria-label="Table" tabindex="0"><table>\n';
  rules.table_close = () => '</table></div>\n';
  const html = markdown.render(source);
  return { html, title: headings.find(({ level }) => level === 1)?.text ?? '', headings };
}

/** Drawn into the page, so that its lines take the colours of the theme. Its own style is for readers elsewhere. */
const figure = (drawing: string, description: string): string =>
  `<span class="picture">${drawing
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace('<svg ', `<svg role="img" aria-label="${escaped(description)}" `)}</span>`;

const block = (content: string, info: string): string => {
  const language = info.split(' ')[0] ?? '';
  return `<pre tabindex="0" data-language="${escaped(language)}"><code>${escaped(content)}</code></pre>\n`;
};

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
