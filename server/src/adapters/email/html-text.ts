import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/**
 * Returns what a person would read of HTML: without tags, styles and scripts, links with their address. Uses a tokenizer,
 * which looks at each character once; patterns and trees take quadratic time for markup made to hurt.
 */
export function htmlAsText(html: string): string | null {
  const writer = createWriter();
  const tokenizer = new Tokenizer({ decodeEntities: true }, callbacksFor(html, writer));
  tokenizer.write(html);
  tokenizer.end();
  return writer.text();
}

const HIDDEN = new Set(['style', 'script', 'head', 'title', 'noscript', 'template']);
const PARAGRAPHS = new Set(['p', 'div', 'table', 'tr', 'td', 'th', 'ul', 'ol', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const INLINE = new Set(['span', 'em', 'i', 'strong', 'b', 'u', 'a', 'font', 'small', 'html', 'body']);
const BREAKS: Record<string, string> = { br: '\n', hr: '\n-------------\n', li: '\n* ' };
const MOST_NAME_CHARS = 20;
const MOST_HREF_CHARS = 2_000;

type Writer = ReturnType<typeof createWriter>;

function createWriter() {
  const parts: string[] = [];
  return {
    write: (text: string) => parts.push(text),
    text: () => tidy(parts.join('')) || null,
  };
}

const tidy = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/[ \t\f]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Writes text outside hidden elements. A hidden element that is never closed hides nothing but its own tag. */
function callbacksFor(html: string, { write }: Writer): TokenizerCallbacks {
  const lower = html.toLowerCase();
  const isClosedLater = createSeeker(lower);
  let tag = '';
  let hiddenBy: string | null = null;
  let attribute = '';
  let href = '';
  const nameAt = (start: number, end: number) => html.slice(start, Math.min(end, start + MOST_NAME_CHARS)).toLowerCase();
  const opened = (end: number) => {
    if (hiddenBy === null && HIDDEN.has(tag) && isClosedLater(tag, end)) hiddenBy = tag;
    else if (hiddenBy === null) write(spaceFor(tag) + (tag === 'a' && href ? ` (${href}) ` : ''));
  };
  return {
    ontext: (start, end) => void (hiddenBy === null && write(html.slice(start, end))),
    ontextentity: (codepoint) => void (hiddenBy === null && write(String.fromCodePoint(codepoint))),
    onopentagname(start, end) {
      tag = nameAt(start, end);
      href = '';
    },
    onattribname(start, end) {
      attribute = nameAt(start, end);
    },
    onattribdata(start, end) {
      if (attribute === 'href' && href.length < MOST_HREF_CHARS)
        href += html.slice(start, Math.min(end, start + MOST_HREF_CHARS));
    },
    onattribentity(codepoint) {
      if (attribute === 'href' && href.length < MOST_HREF_CHARS) href += String.fromCodePoint(codepoint);
    },
    onattribend: () => undefined,
    onopentagend: opened,
    onselfclosingtag: opened,
    onclosetag(start, end) {
      const name = nameAt(start, end);
      if (hiddenBy === name) hiddenBy = null;
      else if (hiddenBy === null && PARAGRAPHS.has(name)) write('\n\n');
    },
    oncdata: () => undefined,
    oncomment: () => undefined,
    ondeclaration: () => undefined,
    onprocessinginstruction: () => undefined,
    onend: () => undefined,
  };
}

function spaceFor(tag: string): string {
  if (INLINE.has(tag)) return '';
  return BREAKS[tag] ?? (PARAGRAPHS.has(tag) ? '\n\n' : ' ');
}

/** Tells whether a tag is closed after a position. Positions only rise, so each tag's last end is looked up once. */
function createSeeker(lower: string): (tag: string, from: number) => boolean {
  const lastEnds = new Map<string, number>();
  return (tag, from) => {
    const last = lastEnds.get(tag) ?? lower.lastIndexOf(`</${tag}`);
    lastEnds.set(tag, last);
    return last >= from;
  };
}
