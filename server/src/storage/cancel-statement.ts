import { Client, type Connection, type Pool, type PoolClient } from 'pg';
import type { Departure } from './departure.ts';

/** PostgreSQL answers a cancel request by closing its connection; one that does not is given up. */
const CANCEL_WITHIN_MS = 2_000;

/** A statement that ends by itself within this time after its caller left is not worth a cancel request and a new connection. */
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
 * Cancels what a connection runs when the caller leaves. `end` says that the statement is over: it returns nothing, or what to
 * wait for before the connection is closed, which a late cancel request makes unfit for others.
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
 * Asks PostgreSQL, over a connection of its own, to end what another connection is running. It is the request of the
 * protocol and not pg_cancel_backend, because PgBouncer knows to which server it has to go. Whoever calls this must not
 * use the connection again: the request may arrive after its statement has ended.
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
    connection.once('error', () => undefined); // its end follows
    connection.once('connect', () => connection.cancel(processID, secretKey));
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}
