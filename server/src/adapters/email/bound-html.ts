import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/**
 * Limits of HTML before a library builds a tree of it. A tree costs memory per element, recursion per level, and quadratic time where an
 * end tag is searched among many open elements. Normal mails are far below.
 */
export const HTML_LIMITS = {
  /** A long newsletter has 5,000. */
  elements: 20_000,
  depth: 200,
  /** Quotes and lists indent every line once per level. */
  indentedDepth: 10,
  /** A longer tag keeps only its name. Inline images are the normal case. */
  tagChars: 100_000,
} as const;

const HIDDEN = new Set([
  'style',
  'script',
  'head',
  'title',
  'noscript',
  'template',
  'textarea',
  'iframe',
  'object',
  'svg',
  'math',
]);
const INDENTED = new Set(['blockquote', 'ul', 'ol', 'dl']);
const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);
/** Elements with an optional end tag: the open elements that a new one closes. */
const ENDS_OPEN: Record<string, readonly string[]> = {
  p: ['p'],
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tr: ['td', 'th', 'tr'],
  option: ['option'],
};
const MOST_NAME_CHARS = 20;

/**
 * Returns the same HTML without comments, hidden elements (scripts, styles, head), end tags that end nothing, and tags beyond the
 * limits; their text stays. Uses a tokenizer, which looks at each character once.
 */
export function boundHtml(html: string): string {
  const parts: string[] = [];
  const tokenizer = new Tokenizer({ decodeEntities: false }, callbacksFor(html, parts));
  tokenizer.write(html);
  tokenizer.end();
  return parts.join('');
}

/**
 * Escapes `<`: the tag before it can be removed, or it is in an element that shows tags as text. Each costs the next parser about as much
 * as an element.
 */
function createTextWriter() {
  let signs = 0;
  return (text: string): string => text.replaceAll('<', () => (++signs <= HTML_LIMITS.elements ? '&lt;' : ''));
}

function callbacksFor(html: string, parts: string[]): TokenizerCallbacks {
  const open = createOpenElements();
  const asText = createTextWriter();
  const isClosedLater = createSeeker(html.toLowerCase());
  let tagStart = 0;
  let name = '';
  let hiddenBy: string | null = null;
  const nameAt = (start: number, end: number) => html.slice(start, Math.min(end, start + MOST_NAME_CHARS)).toLowerCase();
  let textStart = 0;
  let textEnd = 0;
  const endText = () => {
    if (textEnd > textStart) parts.push(asText(html.slice(textStart, textEnd)));
    textStart = textEnd;
  };
  const opened = (end: number) => {
    endText();
    if (hiddenBy !== null) return;
    if (HIDDEN.has(name))
      hiddenBy = isClosedLater(name, end) ? name : null; // one that is never closed hides only its own tag
    else if (open.add(name)) parts.push(end - tagStart > HTML_LIMITS.tagChars ? `<${name}>` : html.slice(tagStart, end + 1));
  };
  const nothing = () => undefined;
  return {
    ontext(start, end) {
      if (hiddenBy !== null) return;
      if (start !== textEnd) endText();
      if (start !== textEnd) textStart = start;
      textEnd = end;
    },
    ontextentity: nothing,
    onopentagname(start, end) {
      tagStart = start - 1;
      name = nameAt(start, end);
    },
    onopentagend: opened,
    onselfclosingtag: opened,
    onclosetag(start, end) {
      endText();
      const closed = nameAt(start, end);
      if (hiddenBy === closed) hiddenBy = null;
      else if (hiddenBy === null && open.remove(closed)) parts.push(`</${closed}>`);
    },
    onattribname: nothing,
    onattribdata: nothing,
    onattribentity: nothing,
    onattribend: nothing,
    oncdata: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onprocessinginstruction: nothing,
    onend: endText,
  };
}

/** The open elements, as in a parser. Each is added and removed once, so the total time is linear. */
function createOpenElements() {
  const stack: string[] = [];
  const counts = new Map<string, number>();
  let elements = 0;
  let indented = 0;
  const count = (name: string, by: 1 | -1) => {
    counts.set(name, (counts.get(name) ?? 0) + by);
    if (INDENTED.has(name)) indented += by;
  };
  const pop = () => count(stack.pop() ?? '', -1);
  return {
    /** Returns false for an element that would exceed a limit: its tag is left out. */
    add(name: string): boolean {
      if (elements >= HTML_LIMITS.elements || !/^[a-z]/.test(name)) return false;
      const ends = Object.hasOwn(ENDS_OPEN, name) ? (ENDS_OPEN[name] ?? []) : [];
      while (ends.includes(stack.at(-1) ?? '')) pop();
      const isTooDeep = stack.length >= HTML_LIMITS.depth || (INDENTED.has(name) && indented >= HTML_LIMITS.indentedDepth);
      if (isTooDeep && !VOID.has(name)) return false;
      elements++;
      if (VOID.has(name)) return true;
      stack.push(name);
      count(name, 1);
      return true;
    },
    /** Returns false for an end tag without an open element. */
    remove(name: string): boolean {
      if (!counts.get(name)) return false;
      while (stack.at(-1) !== name) pop();
      pop();
      return true;
    },
  };
}

/** Returns whether a tag is closed after a position. Positions only increase, so the last end of each tag is found once. */
function createSeeker(lower: string): (tag: string, from: number) => boolean {
  const lastEnds = new Map<string, number>();
  return (tag, from) => {
    const last = lastEnds.get(tag) ?? lower.lastIndexOf(`</${tag}`);
    lastEnds.set(tag, last);
    return last >= from;
  };
}
