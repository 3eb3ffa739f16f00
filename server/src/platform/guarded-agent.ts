import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from './address-guard.ts';

export type Address = { address: string; family: number };

/** All addresses of a name, A and AAAA. */
export type Resolver = (hostname: string) => Promise<Address[]>;

/** Where a connection is about to go: the name or address as it was given, the port, and what the name leads to. */
export type Place = { hostname: string; port: number; addresses: Address[] };
export type Vet = (hostname: string, port: number) => Promise<Address[]>;

/** Named by the stage that failed: a name or a connection that takes too long is `dns` or `connect`. */
export type ConnectError = 'blocked_address' | 'dns' | 'connect' | 'tls' | 'reset';
export type ConnectFault = Error & { code?: string; syscall?: string; failed?: { error: ConnectError; message: string } };

export type GuardOptions = {
  /** For a developer's machine: every address may be called. */
  allowPrivate: boolean;
  resolve?: Resolver;
  connectTimeoutMs?: number;
  dnsTimeoutMs?: number;
  /** Certificates to trust instead of the system's. */
  ca?: string;
  /** Which resolved addresses may be called; tests divide loopback with it. */
  permits?: (address: string) => boolean;
  /** Why a place may not be called although its addresses may, or null. */
  refuse?: (place: Place) => Promise<string | null>;
};

/**
 * Connections to places that strangers chose. A name is resolved once per connection, refused if any of its addresses is
 * not public, and connected to exactly those addresses, so it cannot change its answer in between. A kept connection was
 * vetted when it was made.
 */
export const createGuardedAgent = (options: GuardOptions): Agent =>
  new Agent({
    connect: createConnect(options),
    connections: 100,
    clientTtl: 60_000, // a busy connection still notices within a minute that its name has moved
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
    headersTimeout: 0, // whoever asks has a time of its own for the whole exchange
    bodyTimeout: 0,
    allowH2: false,
  });

/** For protocols that dial for themselves (SMTP, IMAP): the vetted addresses of a name, to be dialled instead of it. */
export function createVet(options: GuardOptions): Vet {
  return createVetter(options, permitsOf(options));
}

const permitsOf = (options: GuardOptions): Permits => options.permits ?? (options.allowPrivate ? () => true : isPublicAddress);

const failing = (error: ConnectError, message: string): ConnectFault =>
  Object.assign(new Error(message), { failed: { error, message } });

/** The connector: resolve, vet, dial what was vetted, and look again at who answered. */
function createConnect(options: GuardOptions): buildConnector.connector {
  const { connectTimeoutMs = 5_000, ca } = options;
  const permits = permitsOf(options);
  const vet = createVetter(options, permits);
  const pins = new Map<string, Address[]>();
  // Node gives each address but the last 250 ms, which cuts off far receivers when the last is of a family we lack.
  const patience = { timeout: connectTimeoutMs, autoSelectFamilyAttemptTimeout: 1_000 };
  const dial = buildConnector({ ...patience, ca, lookup: pinnedLookup(pins), allowH2: false });
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
      pins.delete(target.hostname); // the lookup happens inside the call of dial, so it is over
    }
  };
  return (target, callback) => void connect(target, callback);
}

type Permits = (address: string) => boolean;

const portOf = ({ port, protocol }: buildConnector.Options): number => Number(port) || (protocol === 'https:' ? 443 : 80);

/** All addresses of a name or a literal, or the reason why not even the good ones among them are called. */
function createVetter(options: GuardOptions, permits: Permits): Vet {
  const { dnsTimeoutMs = 5_000, resolve = (hostname: string) => lookup(hostname, { all: true }) } = options;
  const asking = new Map<string, Promise<Address[]>>();
  // The system resolves on a few shared threads: a name that never answers may hold one of them, not all.
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

/** The work's result, or the fault when it fails or takes longer than this. */
async function within<T>(ms: number, work: Promise<T>, fault: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, ms);
  });
  return Promise.race([work, late])
    .catch(() => Promise.reject(fault()))
    .finally(() => clearTimeout(timer));
}

/** Node asks for all addresses when it may try both families, and for one when it may not. */
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

/** Belt and braces. A peer that hung up already has no address, and that is not its name's fault. */
function peerFault(address: string | undefined, hostname: string, permits: Permits): Error | null {
  if (address === undefined) return GONE;
  return permits(address) ? null : failing('blocked_address', notPublic(hostname));
}

/** Says no address: which machines a name leads to inside our network is nobody's business. */
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
