import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { LRUCache } from 'lru-cache';
import type * as Nodemailer from 'nodemailer';
import type { SendMailOptions, Transporter } from 'nodemailer';
import type { Mode } from '../../domain/tenants/index.ts';
import type { ProviderHttp } from '../../platform/provider-http.ts';
import type { Connections } from '../adapter.ts';
import { dial, needsTls } from './dial.ts';
import type { Login } from './login.ts';
import type { EmailSettings } from './settings.ts';

/** Whether the last byte of a mail was sent: from then on the server may have it. */
export type Progress = { wasHandedOver: boolean };
type Tracked = SendMailOptions & { progress?: Progress };

export type MailPool = {
  send(mail: SendMailOptions, progress: Progress): Promise<void>;
  /** Closes all connections; running sends fail. */
  abort(): void;
  close(): void;
};

/** Loads the library with the first mail. */
const require = createRequire(import.meta.url);
const MOST_CONNECTIONS = 3;
const IDLE_MS = 10_000;
const MOST_POOLS = 100;
const POOL_LIFE_MS = 60_000;

/** Keeps a few connections per mail server open for a few seconds, so that a campaign does not log in for every mail. */
const pools = new LRUCache<string, MailPool>({
  max: MOST_POOLS,
  ttl: POOL_LIFE_MS,
  updateAgeOnGet: true,
  dispose: (pool) => pool.close(),
});

/**
 * Returns the pool for these settings. Changed settings make a new pool; the old one closes after its last mail. Live and sandbox tenants
 * never share a connection, because an address is vetted only when the connection is made.
 */
export function poolOf(http: Pick<ProviderHttp, 'vet'>, mode: Mode, settings: EmailSettings, login: Login): MailPool {
  const key = keyOf(mode, settings, login);
  pools.purgeStale();
  const known = pools.get(key);
  if (known) return known;
  const pool = createPool(http, settings, login, key);
  pools.set(key, pool);
  return pool;
}

/** The key contains the login: another password or a new access token makes a new pool. */
function keyOf(mode: Mode, { smtpHost, smtpPort, smtpSecure }: EmailSettings, login: Login): string {
  return hashOf([mode, smtpHost, smtpPort, smtpSecure, login]);
}

/** The secrets are part of the account, so that a tenant who knows only its name cannot use its connections. */
export const smtpConnections = (settings: EmailSettings): Connections => {
  const { smtpHost, smtpPort, smtpSecure, smtpUsername, smtpPassword, address, oauthRefreshToken } = settings;
  return {
    destination: hashOf([smtpHost, smtpPort, smtpSecure, smtpUsername ?? address, smtpPassword, oauthRefreshToken]),
    most: MOST_CONNECTIONS,
    mostPerTenant: MOST_CONNECTIONS, // an account belongs to one tenant
  };
};

const hashOf = (parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

export const closePools = (): void => pools.clear();

function createPool(http: Pick<ProviderHttp, 'vet'>, settings: EmailSettings, login: Login, key: string): MailPool {
  const { createTransport } = require('nodemailer') as typeof Nodemailer;
  const transport = createTransport({
    pool: true,
    maxConnections: MOST_CONNECTIONS,
    maxMessages: 100,
    maxRequeues: MOST_CONNECTIONS, // the server may have closed all idle connections: nothing was sent, so the pool retries
    idleTimeout: IDLE_MS,
    host: settings.smtpHost,
    port: settings.smtpPort,
    secure: settings.smtpSecure,
    greetingTimeout: 10_000,
    connectionTimeout: 15_000,
    socketTimeout: 25_000,
    ...(login && { auth: 'pass' in login ? login : { type: 'OAuth2' as const, ...login }, forceAuth: true }),
    getSocket: callbackify((_options: unknown) => openFor(http, settings, login !== null)),
  });
  watch(transport);
  return {
    send: async (mail, progress) => {
      const tracked: Tracked = { ...mail, progress };
      await transport.sendMail(tracked);
    },
    abort: () => {
      pools.delete(key);
      transport.close({ force: true });
    },
    close: () => transport.close(),
  };
}

type Opened = { connection: Socket; requireTLS: boolean };

async function openFor(
  http: Pick<ProviderHttp, 'vet'>,
  { smtpHost, smtpPort, smtpSecure }: EmailSettings,
  hasLogin: boolean,
): Promise<Opened> {
  const connection = await dial(http, smtpHost, smtpPort);
  const { remoteAddress: address = '', remoteFamily } = connection;
  const isPublic = needsTls([{ address, family: remoteFamily === 'IPv6' ? 6 : 4 }]);
  return { connection, requireTLS: !smtpSecure && hasLogin && isPublic };
}

/**
 * Detects whether the last byte of a mail was sent, which the client does not report. The bytes are read only after the server has
 * accepted the command DATA.
 */
function watch(transport: Transporter): void {
  transport.use('stream', (mail, done) => {
    const { progress } = mail.data as Tracked;
    if (progress) mail.message.processFunc((input) => Readable.from(noting(input, progress), { objectMode: false }));
    done();
  });
}

async function* noting(input: NodeJS.ReadableStream, progress: Progress): AsyncGenerator<Buffer | string> {
  yield* input;
  progress.wasHandedOver = true;
}
