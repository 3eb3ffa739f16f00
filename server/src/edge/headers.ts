import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Headers of one connection. They are not passed on. */
const OF_CONNECTION = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

type Headers = Record<string, string | string[]>;

/** Drops what belongs to the connection, also the headers that `Connection` names. */
export function passedOn(headers: IncomingHttpHeaders): Headers {
  const named = new Set((headers.connection ?? '').split(',').map((one) => one.trim().toLowerCase()));
  const kept = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && !OF_CONNECTION.has(name) && !named.has(name),
  );
  return Object.fromEntries(kept) as Headers;
}

/** Returns the headers for a cell. It learns the address of the caller, which the caller cannot make up. */
export function headersFor({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, trustProxy: boolean): Headers {
  const before = trustProxy ? headers['x-forwarded-for'] : undefined;
  const address = socket.remoteAddress ?? '';
  return {
    ...passedOn(headers),
    'x-forwarded-for': before ? `${String(before)}, ${address}` : address,
    'x-forwarded-proto': (trustProxy && headers['x-forwarded-proto']) || 'http',
    'x-forwarded-host': (trustProxy && headers['x-forwarded-host']) || headers.host || '',
  };
}
