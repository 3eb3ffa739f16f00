import { Client, type Connection, type Pool, type PoolClient } from 'pg';
import type { Departure } from './departure.ts';

/** PostgreSQL answers a cancel request by closing the connection. After this time the request is abandoned. */
const CANCEL_WITHIN_MS = 2_000;

/** Most statements end within this time after their caller left; a cancel request costs a connection. */
const CANCEL_AFTER_MS = 100;

/** The parts of pg's client that its published types leave out; `storage.test.ts` guards them. */
type WireClient = {
  connection: Connection & { connect(port: number | string, host?: string): void; cancel(pid: number, key: unknown): void };
  host: string;
  port: number;
  processID: number;
  secretKey: unknown;
};

/**
 * Cancels the statement of a connection when the caller leaves. Call `end` after the statement: it returns undefined, or a promise to
 * await before closing the connection. After a cancel request the connection must not be reused: the request may arrive late.
 */
export function cancelWhenGone(pool: Pool, client: PoolClient, departure: Departure): { end(): Promise<void> | undefined } {
  let timer: NodeJS.Timeout | undefined;
  let cancelled: Promise<void> | undefined;
  const forget = departure.whenGone(() => {
    timer = setTimeout(() => {
      cancelled = cancelStatement(pool, client);
    }, CANCEL_AFTER_MS);
  });
  return {
    end() {
      forget();
      clearTimeout(timer);
      return cancelled;
    },
  };
}

/**
 * Sends a cancel request for another connection, over a new connection. It uses the request of the protocol, not pg_cancel_backend,
 * because PgBouncer forwards it to the right server. The cancelled connection must not be used again: the request may arrive after
 * its statement has ended.
 */
function cancelStatement(pool: Pool, client: PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as WireClient;
  const { connection } = new Client(pool.options) as unknown as WireClient;
  return new Promise((resolve) => {
    const timer = setTimeout(() => connection.stream.destroy(), CANCEL_WITHIN_MS);
    connection.once('end', () => {
      clearTimeout(timer);
      resolve();
    });
    connection.once('error', () => undefined); // 'end' follows
    connection.once('connect', () => connection.cancel(processID, secretKey));
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}
