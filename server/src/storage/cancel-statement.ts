import { Client, type Connection, type Pool, type PoolClient } from 'pg';

/** PostgreSQL answers a cancel request by closing its connection; one that does not is given up. */
const CANCEL_WITHIN_MS = 2_000;

/** The parts of pg's client that its published types leave out; `storage.test.ts` guards them. */
type WireClient = {
  connection: Connection & { connect(port: number | string, host?: string): void; cancel(pid: number, key: unknown): void };
  host: string;
  port: number;
  processID: number;
  secretKey: unknown;
};

/**
 * Asks PostgreSQL, over a connection of its own, to end what another connection is running. It is the request of the
 * protocol and not pg_cancel_backend, because PgBouncer knows to which server it has to go. Whoever calls this must not
 * use the connection again: the request may arrive after its statement has ended.
 */
export function cancelStatement(pool: Pool, client: PoolClient): Promise<void> {
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
