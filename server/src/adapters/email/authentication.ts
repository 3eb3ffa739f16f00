import type { Mail } from './mail.ts';

const MOST_HEADER_CHARS = 8_000;

/**
 * Tells whether the server that took a mail in found that its sender is not who it says (RFC 8601). That server writes above
 * everything the sender wrote, so the first header of a name is the server's, if it writes any. Without one nothing is known,
 * and nothing is refused.
 */
export function failsAuthentication(headers: Mail['headers']): boolean {
  const verdicts = verdictsOf(headers.get('authentication-results') ?? '');
  const dmarc = verdicts.get('dmarc');
  if (dmarc?.includes('pass')) return false;
  if (dmarc?.includes('fail')) return true;
  const isSpfFail = verdicts.get('spf')?.includes('fail') ?? /^\s*fail\b/i.test(headers.get('received-spf') ?? '');
  return isSpfFail && !verdicts.get('dkim')?.includes('pass');
}

/** The results by method. Comments and quoted texts may hold anything, so they go first. */
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
