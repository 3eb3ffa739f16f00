import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type UrlCheck = { ok: true; url: URL } | { ok: false; reason: string };

/**
 * Returns whether an address is public. Accepts only the standard spellings that a resolver or a socket returns; all others, such as
 * `127.1` or an address with a zone id, are not public.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return isPublicV4(ipaddr.IPv4.parse(address));
    case 6:
      return !address.includes('%') && isPublicV6(ipaddr.IPv6.parse(address));
    default:
      return false;
  }
}

/**
 * Checks a URL that a user gave us to call. The URL parser normalises all spellings of an address first. A host name that passes
 * is checked again, by the addresses it resolves to, for each connection.
 */
export function checkUrl(text: string, options: { allowPrivate: boolean; allowHttp?: boolean }): UrlCheck {
  const url = URL.parse(text);
  if (!url) return refuse('This is not a URL; write it in full, for example https://example.com/webhooks');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse(`Only https and http URLs can be called; this one begins with ${url.protocol}`);
  }
  if (url.protocol === 'http:' && options.allowHttp === false) return refuse('Use https: plain http URLs are not called here');
  if (url.username !== '' || url.password !== '') {
    return refuse('Take the user name and password out of the URL; prove who is calling with the signature or a header');
  }
  const fault = options.allowPrivate ? null : hostFault(url.hostname);
  return fault === null ? { ok: true, url } : refuse(fault);
}

const refuse = (reason: string): UrlCheck => ({ ok: false, reason });

/** Names of private networks: reserved ones, and those in common use. */
const INSIDE_SUFFIX = /\.(localhost|local|localdomain|internal|intranet|private|lan|home|home\.arpa|corp|svc)$/;

function hostFault(hostname: string): string | null {
  const host = hostname.replace(/^\[|\]$|\.+$/g, '');
  if (isIP(host) !== 0) {
    return isPublicAddress(host) ? null : `${host} is not a public address; use one that is reachable from the internet`;
  }
  const inside = !host.includes('.') || INSIDE_SUFFIX.test(host);
  return inside ? `${host || 'An empty host'} is a name inside a network; use a public host name` : null;
}

const V4_FORBIDDEN = [
  '0.0.0.0/8', // "this network"; Linux connects it to itself
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT, and the metadata service of Alibaba
  '127.0.0.0/8',
  '168.63.129.16/32', // a public address, but inside Azure it is the agent of the host
  '169.254.0.0/16', // link-local, and the metadata service of most clouds
  '172.16.0.0/12',
  '192.0.0.0/24', // protocol assignments, and the metadata service of Oracle
  '192.0.2.0/24',
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
].map((cidr) => ipaddr.IPv4.parseCIDR(cidr));

/** All public IPv6 addresses are in this range; loopback, mapped, local and multicast addresses are not. */
const V6_GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

const V6_FORBIDDEN = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4 contains an IPv4 address
  '3fff::/20', // documentation
].map((cidr) => ipaddr.IPv6.parseCIDR(cidr));

/** Resolvers of networks without IPv4 return these addresses. They are checked by the IPv4 address that they contain. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

const isPublicV4 = (address: ipaddr.IPv4): boolean => !V4_FORBIDDEN.some((range) => address.match(range));

function isPublicV6(address: ipaddr.IPv6): boolean {
  if (address.match(NAT64)) return isPublicV4(lastFourBytes(address));
  if (!address.match(V6_GLOBAL) || V6_FORBIDDEN.some((range) => address.match(range))) return false;
  return !isIsatap(address) || isPublicV4(lastFourBytes(address));
}

/** ISATAP tunnels to the IPv4 address at the end, with any prefix; the 0x200 bit says only who assigned it. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;

const lastFourBytes = (address: ipaddr.IPv6) => new ipaddr.IPv4(address.toByteArray().slice(-4));
