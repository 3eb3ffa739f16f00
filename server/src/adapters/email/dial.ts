import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { isPublicAddress } from '../../platform/address-guard.ts';
import type { Address } from '../../platform/guarded-agent.ts';
import type { ProviderHttp } from '../../platform/provider-http.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** Node tries each address but the last for 250 ms, which is too short for distant servers. */
const patience = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1_000 };

/** Returns options that make Node connect to the vetted addresses, without resolving the name again. */
export const pinnedTo = (addresses: Address[]) => ({ ...patience, lookup: lookupOf(addresses) });

/** Opens a connection to an untrusted host name: only to addresses that were vetted for this connection. */
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

/** Returns whether TLS is required: a password is sent unencrypted only inside a private network. */
export const needsTls = (addresses: Address[]): boolean => addresses.some(({ address }) => isPublicAddress(address));

const lookupOf =
  (addresses: Address[]): LookupFunction =>
  (hostname, options, callback) => {
    const [first] = addresses;
    if (!first) callback(Object.assign(new Error(`${hostname} was not vetted`), { code: 'ENOTFOUND' }), '');
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family || isIP(first.address));
  };
