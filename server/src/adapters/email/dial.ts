import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { isPublicAddress } from '../../platform/address-guard.ts';
import type { Address } from '../../platform/guarded-agent.ts';
import type { ProviderHttp } from '../../platform/provider-http.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** Node gives each address but the last 250 ms, which cuts off far servers when the last is of a family we lack. */
const patience = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1_000 };

/** Options that make Node dial the vetted addresses of a host whatever its name says by now. */
export const pinnedTo = (addresses: Address[]) => ({ ...patience, lookup: lookupOf(addresses) });

/** An open connection to a host that a stranger named: only to addresses that were vetted, and vetted for this connection. */
export async function dial(http: Pick<ProviderHttp, 'vet'>, host: string, port: number): Promise<Socket> {
  const addresses = await http.vet(host, port);
  const socket = connect({ host, port, ...pinnedTo(addresses) });
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => fail(new Error(`No connection to ${host}:${port} in time`)));
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.setTimeout(0).removeAllListeners('timeout').off('error', fail);
      resolve(socket);
    });
  });
}

/** Over the internet a password is never said in the clear; to a server of one's own network it may be. */
export const needsTls = (addresses: Address[]): boolean => addresses.some(({ address }) => isPublicAddress(address));

const lookupOf =
  (addresses: Address[]): LookupFunction =>
  (hostname, options, callback) => {
    const [first] = addresses;
    if (!first) callback(Object.assign(new Error(`${hostname} was not vetted`), { code: 'ENOTFOUND' }), '');
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family || isIP(first.address));
  };
