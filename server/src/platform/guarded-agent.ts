import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from './address-guard.ts';

export type Address = { address: string; family: number };

/** Returns all addresses of a host name, A and AAAA. */
export type Resolver = (hostname: string) => Promise<Address[]>;

/** The target of a new connection: the host name or address as given, the port, and the resolved addresses. */
export type ConnectTarget = { hostname: string; port: number; addresses: Address[] };
export type Vet = (hostname: string, port: number) => Promise<Address[]>;

/** The stage that failed. A timeout of name resolution is `dns`, one of the connection is `connect`. */
export type ConnectError = 'blocked_address' | 'dns' | 'connect' | 'tls' | 'reset';
export type ConnectFault = Error & { code?: string; syscall?: string; failed?: { error: ConnectError; message: string } };

export type GuardOptions = {
  /** Allows private addresses too; for a developer's machine. */
  allowPrivate: boolean;
  resolve?: Resolver;
  connectTimeoutMs?: number;
  dnsTimeoutMs?: number;
  /** Certificates to trust instead of the system's. */
  ca?: string;
  /** Returns whether a resolved address may be called. Tests use it to allow some loopback addresses. */
  permits?: (address: string) => boolean;
  /** Returns why a target may not be called although its addresses are allowed, or null. */
  refuse?: (target: ConnectTarget) => Promise<string | null>;
};

/**
 * Creates an agent for URLs that users chose. It resolves a host name once per connection, refuses it if any address is not public, and
 * connects to exactly these addresses, so that a second DNS answer cannot change the target. A kept-alive connection was checked when
 * it was opened.
 */
export const createGuardedAgent = (options: GuardOptions): Agent => agentWith(createConnect(options));

const agentWith = (connect: buildConnector.connector): Agent =>
  new Agent({
    connect,
    connections: 100,
    clientTtl: 60_000, // a busy connection is resolved again within a minute
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
    headersTimeout: 0, // the caller has a timeout for the whole exchange
    bodyTimeout: 0,
    allowH2: false,
  });

export type GuardedAgents = {
  /** Runs a call with the agent of an owner. */
  use<T>(owner: string, call: (agent: Agent) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** As long as a connection is kept alive at most. */
const IDLE_MS = 10_000;

/**
 * Creates a guarded agent for each owner (a tenant) that makes calls, so that slow answers to one do not use up the connections of others to
 * the same host. All share the resolution of names. An agent that is not used is closed.
 */
export function createGuardedAgents(options: GuardOptions): GuardedAgents {
  const connect = createConnect(options);
  type Held = { agent: Agent; calls: number; idle?: NodeJS.Timeout };
  const agents = new Map<string, Held>();
  let isClosed = false;
  const open = (): Held => {
    const agent = agentWith(connect);
    if (isClosed) void agent.close(); // its calls fail
    return { agent, calls: 0 };
  };
  const remove = async (owner: string): Promise<void> => {
    const agent = agents.get(owner)?.agent;
    agents.delete(owner);
    await agent?.close();
  };
  return {
    async use(owner, call) {
      const held = agents.get(owner) ?? open();
      if (!isClosed) agents.set(owner, held);
      clearTimeout(held.idle);
      held.calls++;
      try {
        return await call(held.agent);
      } finally {
        held.calls--;
        if (held.calls === 0 && !isClosed) held.idle = setTimeout(() => void remove(owner), IDLE_MS).unref();
      }
    },
    async close() {
      isClosed = true;
      for (const { idle } of agents.values()) clearTimeout(idle);
      await Promise.all([...agents.keys()].map(remove));
    },
  };
}

/** Returns a function that resolves and checks a host name. SMTP and IMAP clients connect to the returned addresses. */
export function createVet(options: GuardOptions): Vet {
  return createVetter(options, permitsOf(options));
}

const permitsOf = (options: GuardOptions): Permits => options.permits ?? (options.allowPrivate ? () => true : isPublicAddress);

const failing = (error: ConnectError, message: string): ConnectFault =>
  Object.assign(new Error(message), { failed: { error, message } });

/** Creates the connector: resolves, checks, connects to the checked addresses, and checks the address of the peer. */
function createConnect(options: GuardOptions): buildConnector.connector {
  const { connectTimeoutMs = 5_000, ca } = options;
  const permits = permitsOf(options);
  const vet = createVetter(options, permits);
  const pins = new Map<string, Address[]>();
  // Node's default is 250 ms for each address but the last: too short for distant hosts when the last has a family we lack.
  const timeouts = { timeout: connectTimeoutMs, autoSelectFamilyAttemptTimeout: 1_000 };
  const dial = buildConnector({ ...timeouts, ca, lookup: pinnedLookup(pins), allowH2: false });
  const connect = async (target: buildConnector.Options, callback: buildConnector.Callback) => {
    try {
      pins.set(target.hostname, await vet(target.hostname, portOf(target)));
      dial(target, (error, socket) => {
        const fault = error ? connectFault(error, target) : peerFault(socket.remoteAddress, target.hostname, permits);
        if (fault === null && socket) return callback(null, socket);
        socket?.destroy();
        callback(fault ?? GONE, null);
      });
    } catch (error) {
      callback(error as Error, null);
    } finally {
      pins.delete(target.hostname); // dial() does the lookup synchronously
    }
  };
  return (target, callback) => void connect(target, callback);
}

type Permits = (address: string) => boolean;

const portOf = ({ port, protocol }: buildConnector.Options): number => Number(port) || (protocol === 'https:' ? 443 : 80);

/** Returns a function that resolves a host name or an address literal, and throws when one of its addresses is not allowed. */
function createVetter(options: GuardOptions, permits: Permits): Vet {
  const { dnsTimeoutMs = 5_000, resolve = (hostname: string) => lookup(hostname, { all: true }) } = options;
  const asking = new Map<string, Promise<Address[]>>();
  // The system resolver has a few shared threads: a host name that never answers may block one of them, not all.
  const ask = (hostname: string) => {
    const known = asking.get(hostname);
    if (known) return known;
    const answer = (async () => resolve(hostname))().finally(() => asking.delete(hostname));
    asking.set(hostname, answer);
    return answer;
  };
  return async (hostname, port) => {
    const family = isIP(hostname);
    const unresolved = () => failing('dns', `The name ${hostname} cannot be resolved`);
    const addresses = family ? [{ address: hostname, family }] : await within(dnsTimeoutMs, ask(hostname), unresolved);
    if (addresses.length === 0) throw unresolved();
    if (!addresses.every(({ address }) => permits(address))) throw failing('blocked_address', notPublic(hostname));
    const reason = await options.refuse?.({ hostname, port, addresses });
    if (reason) throw failing('blocked_address', reason);
    return addresses;
  };
}

/** Returns the result of the work. Throws the fault when the work fails or takes longer than `ms`. */
async function within<T>(ms: number, work: Promise<T>, fault: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, ms);
  });
  return Promise.race([work, late])
    .catch(() => Promise.reject(fault()))
    .finally(() => clearTimeout(timer));
}

/** Returns the checked addresses. Node asks for all addresses when it may try both families, and otherwise for one. */
const pinnedLookup =
  (pins: ReadonlyMap<string, Address[]>): LookupFunction =>
  (hostname, options, callback) => {
    const addresses = pins.get(hostname) ?? [];
    const [first] = addresses;
    if (!first) callback(failing('dns', `${hostname} was not vetted`), '');
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  };

const GONE = failing('reset', 'The receiver closed the connection at once');

/** Checks the address of the connected peer. A peer that has closed the connection has no address. */
function peerFault(address: string | undefined, hostname: string, permits: Permits): Error | null {
  if (address === undefined) return GONE;
  return permits(address) ? null : failing('blocked_address', notPublic(hostname));
}

/** The message names no address: it must not reveal machines of our network. */
const notPublic = (hostname: string) => `${hostname} leads to an address that is not public`;

function connectFault(error: ConnectFault, { hostname, port, protocol }: buildConnector.Options): Error {
  const code = error.code ?? error.message;
  if (error.failed) return error;
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return failing('connect', `No connection to ${hostname} in time`);
  if (code === 'ECONNRESET' || code === 'EPIPE') return GONE;
  const dialling = error.syscall === 'connect' || error instanceof AggregateError || protocol === 'http:';
  if (dialling) return failing('connect', `No connection to ${hostname}${port && `:${port}`}: ${code}`);
  return failing('tls', `The certificate or TLS of ${hostname} cannot be trusted: ${code}`);
}
