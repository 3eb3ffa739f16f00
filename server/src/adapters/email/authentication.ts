import type { Mail } from './mail.ts';

const MOST_HEADER_CHARS = 8_000;

/**
 * Returns whether the receiving server found the sender to be forged (RFC 8601). That server writes above all headers of the sender, so the
 * first header of a name is the server's. Without such a header nothing is refused.
 */
export function failsAuthentication(headers: Mail['headers']): boolean {
  const verdicts = verdictsOf(headers.get('authentication-results') ?? '');
  const dmarc = verdicts.get('dmarc');
  if (dmarc?.includes('pass')) return false;
  if (dmarc?.includes('fail')) return true;
  const isSpfFail = verdicts.get('spf')?.includes('fail') ?? /^\s*fail\b/i.test(headers.get('received-spf') ?? '');
  return isSpfFail && !verdicts.get('dkim')?.includes('pass');
}

/** Returns the results by method. Comments and quoted texts are removed first: their content is untrusted. */
function verdictsOf(header: string): Map<string, string[]> {
  const [, ...results] = header
    .slice(0, MOST_HEADER_CHARS)
    .toLowerCase()
    .replace(/\([^()]*\)/g, ' ')
    .replace(/"[^"]*"/g, ' ')
    .split(';');
  const verdicts = new Map<string, string[]>();
  for (const result of results) {
    const [, method = '', verdict = ''] = /^\s*([a-z-]+)(?:\/\d+)?\s*=\s*([a-z]+)/.exec(result) ?? [];
    if (method) verdicts.set(method, [...(verdicts.get(method) ?? []), verdict]);
  }
  return verdicts;
}
