import { createHash } from 'node:crypto';

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}';

/** No scripts, no frames, no external resources; the form posts to this server. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

const pages = {
  question: {
    title: 'Unsubscribe',
    body: (from: string) => `<p>Stop marketing email${from}?</p><form method="post"><button>Unsubscribe</button></form>`,
  },
  done: { title: 'You are unsubscribed', body: () => '<p>You will get no more marketing email from this sender.</p>' },
  invalid: { title: 'This link is not valid', body: () => '<p>Open the link from the email again, in full.</p>' },
};

/** Returns one of the three pages. `sender` is the name of the tenant. */
export function page(kind: keyof typeof pages, sender?: string): string {
  const { title, body } = pages[kind];
  const from = sender ? ` from ${escaped(sender)}` : '';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1>${body(from)}</html>`;
}
