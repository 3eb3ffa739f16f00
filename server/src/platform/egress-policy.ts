import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Place, Resolver } from './guarded-agent.ts';
import { bareHost, type Door, doorsOf, NO_SANDBOX, type SandboxEndpoints } from './sandbox-endpoints.ts';

/** Why a place may not be called, or null. */
export type Refuse = (place: Place) => Promise<string | null>;

/** For sandbox tenants: the sandbox's own doors, and nothing else in the environment. */
export const onlySandbox = (place: SandboxEndpoints | undefined): Refuse => {
  const doors = place ? doorsOf(place) : [];
  return async ({ hostname, port }) => {
    if (!place) return NO_SANDBOX;
    const isDoor = doors.some((door) => door.port === port && door.host === bareHost(hostname));
    return isDoor ? null : `A sandbox tenant reaches the sandbox only, and ${hostname}:${port} is not the sandbox`;
  };
};

/**
 * Below the sandbox's provider paths only. Its control pages show every account, and links to fetch come from callbacks, which
 * whoever knows a channel's secrets can write.
 */
export const onlyProviderPaths =
  (place: SandboxEndpoints | undefined) =>
  (url: URL): string | null => {
    if (!place) return NO_SANDBOX;
    const isInside = place.apiPaths.some((path) => url.href.startsWith(new URL(`${place.url}/${path}/`).href));
    return isInside
      ? null
      : `A sandbox tenant reaches the sandbox's providers only, and ${url.origin}${url.pathname} is none of them`;
  };

const LOOK_AGAIN_MS = 30_000;

/** For real tenants: everywhere but the sandbox, by whatever name or address it is called. */
export function neverSandbox(place: SandboxEndpoints, resolve: Resolver = (name) => lookup(name, { all: true })): Refuse {
  const doors = doorsOf(place).map((door) => ({ ...door, addresses: addressesOf(door, resolve) }));
  return async ({ hostname, port, addresses }) => {
    for (const door of doors.filter((one) => one.port === port)) {
      const theirs = await door.addresses();
      const isSame = door.host === bareHost(hostname) || addresses.some(({ address }) => theirs.includes(machineOf(address)));
      if (isSame) return `${hostname}:${port} is the sandbox, and only sandbox tenants reach it; give the provider's own address`;
    }
    return null;
  };
}

/** A door's addresses, asked for now and then. A name that does not answer keeps its last ones: real sends must not wait for it. */
function addressesOf({ host }: Door, resolve: Resolver): () => Promise<string[]> {
  let known: string[] = isIP(host) ? [machineOf(host)] : [];
  let askAgainAt = isIP(host) ? Number.POSITIVE_INFINITY : 0;
  return async () => {
    if (performance.now() < askAgainAt) return known;
    askAgainAt = performance.now() + LOOK_AGAIN_MS;
    const found = await resolve(host).catch(() => []);
    if (found.length > 0) known = found.map(({ address }) => machineOf(address));
    return known;
  };
}

/** One spelling per machine: a mapped address is its IPv4 one, and all that lead back to this machine are the same. */
export function machineOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const one = ipaddr.process(address);
  const range = one.range();
  return range === 'loopback' || range === 'unspecified' ? 'this machine' : one.toString();
}
