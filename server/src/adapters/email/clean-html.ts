import sanitizeHtml from 'sanitize-html';
import { boundHtml } from './bound-html.ts';
import { MAIL_LIMITS } from './limits.ts';

/**
 * Returns a mail's HTML that can be shown: text, tables, lists, links and images of the mail itself; no scripts, forms, frames,
 * styles that cover or hide other content, and nothing that is loaded from elsewhere. The address of an image on another server is
 * kept in `data-remote-src`, because loading it shows the sender when and where the mail was opened. Null for HTML over the limit.
 */
export function cleanHtml(html: string): string | null {
  if (html.length > MAIL_LIMITS.cleanHtmlChars) return null;
  return sanitizeHtml(boundHtml(html), OPTIONS).trim() || null;
}

const TAGS =
  'a abbr b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em ' +
  'font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strike strong sub sup ' +
  'table tbody td tfoot th thead tr tt u ul var';
const ALIGNED = ['align', 'valign', 'width', 'height', 'bgcolor'];
const COLOR = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s,.%]{1,40}\)$/i, /^[a-z]{3,20}$/i];
const LENGTH = [/^\d{1,4}(\.\d{1,2})?(px|pt|em|rem|%)?$/];
const WORD = [/^[a-z-]{1,20}$/i];

/** No position, no url(), no z-index: content cannot cover other content and loads nothing. */
const STYLES = new Map<string, readonly RegExp[]>([
  ['color', COLOR],
  ['background-color', COLOR],
  ['font-weight', [/^(\d{3}|[a-z]{1,10})$/i]],
  ['font-style', WORD],
  ['font-size', LENGTH],
  ['text-align', WORD],
  ['text-decoration', WORD],
  ['vertical-align', WORD],
  ['white-space', WORD],
  ['width', LENGTH],
  ['max-width', LENGTH],
  ['padding', LENGTH],
  ['margin', LENGTH],
]);
const MOST_STYLE_CHARS = 5_000;

/** Returns the declarations that are allowed. A value counts only as a whole, so however a style is split, nothing else passes. */
export const styleOf = (style: string): string =>
  style
    .slice(0, MOST_STYLE_CHARS)
    .split(';')
    .map((declaration) => declaration.split(':').map((part) => part.trim()))
    .filter(([name = '', value = '', ...more]) => more.length === 0 && isAllowed(name.toLowerCase(), value))
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

const isAllowed = (name: string, value: string) => STYLES.get(name)?.some((pattern) => pattern.test(value)) ?? false;

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: TAGS.split(' '),
  allowedAttributes: {
    '*': ['dir', 'lang', 'title', 'style'],
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height', 'data-remote-src'],
    font: ['color', 'size', 'face'],
    table: [...ALIGNED, 'border', 'cellpadding', 'cellspacing'],
    tr: ALIGNED,
    td: [...ALIGNED, 'colspan', 'rowspan'],
    th: [...ALIGNED, 'colspan', 'rowspan'],
    p: ['align'],
    div: ['align'],
    ol: ['start', 'type'],
  },
  parseStyleAttributes: false, // a broken style costs that parser a stack trace each; `styleOf` reads them
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['cid', 'data'] },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  transformTags: {
    '*': (tagName, { style, ...attribs }) => ({ tagName, attribs: style ? { ...attribs, style: styleOf(style) } : attribs }),
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer nofollow', target: '_blank' } }),
    img: (tagName, { src = '', ...attribs }) => ({ tagName, attribs: { ...withoutOurs(attribs), ...sourceOf(src) } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src && !attribs['data-remote-src'] && !attribs.alt,
};

/** Removes the sender's own `data-remote-src`. */
const withoutOurs = (attribs: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(attribs).filter(([name]) => name !== 'data-remote-src'));

const INSIDE = /^(cid:|data:image\/(png|jpe?g|gif|webp);base64,)/i;

function sourceOf(src: string): Record<string, string> {
  const address = src.trim();
  if (INSIDE.test(address)) return { src: address };
  return /^https?:\/\//i.test(address) ? { 'data-remote-src': address } : {};
}
