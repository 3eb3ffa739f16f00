import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { ConnectTarget, Resolver } from './guarded-agent.ts';
import { bareHost, NO_SANDBOX, type SandboxEndpoints, type ServerAddress, serversOf } from './sandbox-endpoints.ts';

/** Returns why a target may not be called, or null. */
export type Refuse = (target: ConnectTarget) => Promise<string | null>;

/** The policy of sandbox tenants: only the servers of the sandbox. */
export const onlySandbox = (endpoints: SandboxEndpoints | undefined): Refuse => {
  const servers = endpoints ? serversOf(endpoints) : [];
  return async ({ hostname, port }) => {
    if (!endpoints) return NO_SANDBOX;
    const isSandbox = servers.some((server) => server.port === port && server.host === bareHost(hostname));
    return isSandbox ? null : `A sandbox tenant reaches the sandbox only, and ${hostname}:${port} is not the sandbox`;
  };
};

/**
 * The policy of sandbox tenants for URLs: only the provider paths of the sandbox. Its control pages show all accounts, and media links
 * come from callbacks, which can be forged with the secrets of a channel.
 */
export const onlyProviderPaths =
  (endpoints: SandboxEndpoints | undefined) =>
  (url: URL): string | null => {
    if (!endpoints) return NO_SANDBOX;
    const isInside = endpoints.apiPaths.some((path) => url.href.startsWith(new URL(`${endpoints.url}/${path}/`).href));
    return isInside
      ? null
      : `A sandbox tenant reaches the sandbox's providers only, and ${url.origin}${url.pathname} is none of them`;
  };

const RESOLVE_AGAIN_MS = 30_000;

/** The policy of live tenants: everything but the sandbox, by any of its names and addresses. */
export function neverSandbox(endpoints: SandboxEndpoints, resolve: Resolver = (name) => lookup(name, { all: true })): Refuse {
  const servers = serversOf(endpoints).map((server) => ({ ...server, addresses: addressesOf(server, resolve) }));
  return async ({ hostname, port, addresses }) => {
    for (const server of servers.filter((one) => one.port === port)) {
      const theirs = await server.addresses();
      const isSame = server.host === bareHost(hostname) || addresses.some(({ address }) => theirs.includes(machineOf(address)));
      if (isSame) return `${hostname}:${port} is the sandbox, and only sandbox tenants reach it; give the provider's own address`;
    }
    return null;
  };
}

/**
 * Returns the addresses of a server, resolved again from time to time. While its name does not resolve, the last addresses count: live
 * sends must not wait for the sandbox.
 */
function addressesOf({ host }: ServerAddress, resolve: Resolver): () => Promise<string[]> {
  let known: string[] = isIP(host) ? [machineOf(host)] : [];
  let resolveAgainAt = isIP(host) ? Number.POSITIVE_INFINITY : 0;
  return async () => {
    if (performance.now() < resolveAgainAt) return known;
    resolveAgainAt = performance.now() + RESOLVE_AGAIN_MS;
    const found = await resolve(host).catch(() => []);
    if (found.length > 0) known = found.map(({ address }) => machineOf(address));
    return known;
  };
}

/** Normalises an address: a mapped address becomes its IPv4 address, and all loopback addresses are equal. */
export function machineOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const one = ipaddr.process(address);
  const range = one.range();
  return range === 'loopback' || range === 'unspecified' ? 'this machine' : one.toString();
}
