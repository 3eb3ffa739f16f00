import ipaddr from 'ipaddr.js';

/** Returns whether the host of a URL is this machine: localhost, or a loopback address. */
export function isLoopback(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}
