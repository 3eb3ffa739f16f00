import { INSIDE_NAMES, OTHER_SCHEMES, PUBLIC_URLS, REFUSED_ANYWHERE, V4_TARGETS, V6_TARGETS } from './hosts.ts';
import { v4InsideV6, v4Spellings, v6Spellings } from './spellings.ts';

/** URL forms in which parsers disagree about the host. */
const URL_SHAPES: ((host: string) => string)[] = [
  (host) => `https://${host}/`,
  (host) => `HTTP://${host}/hook`,
  (host) => `http:/\\${host}/`,
  (host) => `http:\\\\${host}\\`,
  (host) => `http:${host}`,
  (host) => `http:////${host}/`,
  (host) => `ht\ttp://${host}/`,
  (host) => `  \n http://${host}/ \t`,
  (host) => `http://${host}:80/`,
  (host) => `http://${host}:6379/`,
  (host) => `http://${host}:00022/`,
  (host) => `http://${host}?@example.com/`,
  (host) => `http://${host}#@example.com/`,
  (host) => `http://${host}\\@example.com/`,
  (host) => `http://${host}/@example.com`,
  (host) => `http://example.com@${host}/`,
  (host) => `http://example.com:443@${host}/`,
  (host) => `http://example.com%40${host}@${host}/`,
  (host) => `http://:@${host}/`,
  (host) => `http://@${host}/`,
  (host) => `http://user:secret@example.com@${host}:8080/`,
];
const SHAPED_HOSTS = ['127.0.0.1', '2130706433', '169.254.169.254', 'localhost', '[::1]', '[::ffff:a9fe:a9fe]'];

/**
 * URLs that must never be called, in all known spellings. Built from lists and encoders, so that a new address or trick is one line,
 * combined with all others.
 */
export const forbiddenUrls: string[] = [
  ...new Set([
    ...V4_TARGETS.flatMap((address) => [...v4Spellings(address), ...v4InsideV6(address)]).map((host) => `http://${host}/`),
    ...V6_TARGETS.flatMap(v6Spellings).map((host) => `https://${host}/`),
    ...INSIDE_NAMES.map((host) => `http://${host}/`),
    ...SHAPED_HOSTS.flatMap((host) => URL_SHAPES.map((shape) => shape(host))),
    ...OTHER_SCHEMES.flatMap((scheme) => [
      `${scheme}://example.com/`,
      `${scheme}:///etc/passwd`,
      `${scheme}:127.0.0.1:6379/_INFO`,
    ]),
    ...REFUSED_ANYWHERE,
  ]),
];

export const publicUrls: string[] = PUBLIC_URLS;
