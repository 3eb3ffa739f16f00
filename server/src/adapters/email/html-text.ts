import { compile, type FormatOptions } from 'html-to-text';
import { boundHtml } from './bound-html.ts';
import { MAIL_LIMITS } from './limits.ts';

/**
 * Returns the readable text of HTML: without tags, styles, scripts and hidden elements; links with their address, and
 * quotes with "> " as in mails of text.
 */
export function htmlAsText(html: string): string | null {
  return tidy(convert(boundHtml(html)).slice(0, MAIL_LIMITS.textChars).toWellFormed()) || null;
}

const HIDDEN = { format: 'skip' };
/** Shows the URLs of links, but not `javascript:` and similar ones. */
const LINK: FormatOptions = {
  linkBrackets: ['(', ')'],
  hideLinkHrefIfSameAsText: true,
  pathRewrite: (href: string) => (/^(https?:|tel:|[^:\s]+@)/i.test(href) ? href : ''),
};

const convert = compile({
  wordwrap: false,
  baseElements: { selectors: [] },
  selectors: [
    { selector: 'a', options: LINK },
    { selector: 'img', ...HIDDEN },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'hr', options: { length: 13 } },
    { selector: 'ul', options: { itemPrefix: '* ' } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'inlineSurround', options: { suffix: ' ' } },
    { selector: 'th', format: 'inlineSurround', options: { suffix: ' ' } },
    { selector: '*[style*="display:none"i]', ...HIDDEN },
    { selector: '*[style*="display: none"i]', ...HIDDEN },
  ],
});

const tidy = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.replaceAll('\u00a0', ' ').trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
