import type { Duplex } from 'node:stream';
import { Pool, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/logger.ts';
import { cancelWhenGone } from './cancel-statement.ts';
import type { Departure } from './departure.ts';
import { callerLeft, createTenantShares, JOB_WAIT_TIMES } from './tenant-shares.ts';
import {
  limitValues,
  NamedQuery,
  SET_TENANT,
  SET_TENANT_AND_LIMITS,
  SET_TENANT_AND_VIEWER,
  type TenantSetting,
  TenantStatement,
} from './tenant-statement.ts';
import { nameFor, type Viewer, viewerValues } from './viewer.ts';
import { toWireValues } from './wire-values.ts';
import { timeLimits, type WorkKind } from './work-limits.ts';

export const APP_ROLE = 'patchbay_app';
const ENGINE_ROLE = 'patchbay_engine';

/** The tenant of a statement, its kind of work, its caller, and the viewer if the caller does not see everything. */
export type Work = { tenantId: string; kind: WorkKind; departure?: Departure | undefined; viewer?: Viewer | undefined };

/** A statement: text with parameters $1, $2, ..., their values, and a name if it is prepared. */
export type Statement = { text: string; values: unknown[]; name?: string };

export type Database = {
  pool: Pool;
  /** Runs one statement as one tenant, in a transaction of its own and one round trip. */
  asTenant<R extends QueryResultRow>(work: Work, statement: Statement): Promise<QueryResult<R>>;
  /** Takes a connection and begins a transaction of the tenant. BEGIN and the settings are sent with the first query. */
  begin(work: Work): Promise<TenantConnection>;
  prepare(statement: Statement, viewer?: Viewer): Statement;
  /** Returns how many statements and transactions wait for a connection, or for a turn within the share of their tenant. */
  waiting(): number;
  close(): Promise<void>;
};

/** A connection inside a transaction. `release` returns it to the pool, or closes it after an error of the connection. */
export type TenantConnection = {
  query<R extends QueryResultRow>(statement: Statement): Promise<QueryResult<R>>;
  release(error?: Error): void;
};

type DatabaseConfig = Pick<
  Config,
  'DATABASE_URL' | 'DATABASE_POOL_SIZE' | 'DATABASE_NAMED_STATEMENTS' | 'DATABASE_STATEMENT_TIMEOUT_MS' | 'DATABASE_WAIT_MS'
>;

export function openDatabase(config: DatabaseConfig, log: Logger): Database {
  const keepNames = config.DATABASE_NAMED_STATEMENTS;
  const pool = new Pool({
    ...asRole(APP_ROLE, config.DATABASE_URL),
    max: config.DATABASE_POOL_SIZE,
    pipeline: true,
    connectionTimeoutMillis: config.DATABASE_WAIT_MS * JOB_WAIT_TIMES, // then a request fails with 503
  } as object);
  pool.on('error', (error) => log.warn({ reason: error.message }, 'idle database connection lost'));
  // A connection that fails in use rejects its statement; without a listener the error would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const limits = limitsByKind(config.DATABASE_STATEMENT_TIMEOUT_MS);
  /** Connections whose session has the time limits of requests. */
  const limited = new WeakSet<PoolClient>();
  if (keepNames) pool.on('connect', (client) => void prime(client, limits.read, limited));
  const prepare = (statement: Statement, viewer?: Viewer): Statement => {
    const { name, text } = statement;
    const values = toWireValues(statement.values);
    if (!keepNames || !name) return { text, values };
    return { text, values, name: viewer ? nameFor(name, viewer) : name };
  };

  const shares = createTenantShares(config.DATABASE_POOL_SIZE, config.DATABASE_WAIT_MS);

  /** Takes a connection within the tenant's share of the pool. With a callback: every statement would otherwise make three promises more. */
  const connect = ({ tenantId, kind, departure }: Work, done: (error: Error | undefined, client?: PoolClient) => void): void => {
    const fail = (error: Error) => {
      shares.release(tenantId);
      done(error);
    };
    const take = () => {
      if (departure?.isGone) fail(callerLeft());
      else pool.connect((error, client) => (client ? done(undefined, client) : fail(error as Error)));
    };
    const turn = shares.acquire(tenantId, kind, departure);
    if (turn) turn.then(take, done);
    else take();
  };

  return {
    pool,
    prepare,
    waiting: () => pool.waitingCount + shares.waiting(),
    asTenant: <R extends QueryResultRow>(work: Work, statement: Statement) =>
      new Promise<QueryResult<R>>((resolve, reject) => {
        connect(work, (failure, client) => {
          if (!client) return reject(failure);
          const { setting, values } = settingFor(work, limits, limited.has(client));
          const cancelling = work.departure && cancelWhenGone(pool, client, work.departure);
          const giveBack = (broken: Error | boolean | undefined) => {
            client.release(broken);
            shares.release(work.tenantId);
          };
          const ended = (error: Error | null, result: QueryResult) => {
            const cancelled = cancelling?.end();
            if (cancelled) void cancelled.then(() => giveBack(true));
            else giveBack(isConnectionLoss(error) ? error : undefined);
            if (error) reject(error);
            else resolve(result as QueryResult<R>);
          };
          client.query(new TenantStatement(setting, values, prepare(statement, work.viewer), ended));
        });
      }),
    async begin(work) {
      const client = await new Promise<PoolClient>((resolve, reject) => {
        connect(work, (failure, client) => (client ? resolve(client) : reject(failure)));
      });
      // Not awaited: sent together with the first statement of the caller, which fails if one of these fails.
      const query = createPipeline(client);
      query(BEGIN).catch(() => undefined);
      const { setting, values } = settingFor(work, limits, limited.has(client));
      query(keepNames ? { ...setting, values } : { text: setting.text, values }).catch(() => undefined);
      return {
        query,
        release(error) {
          client.release(error);
          shares.release(work.tenantId);
        },
      };
    },
    close: () => pool.end(),
  };
}

const BEGIN: Statement = { text: 'begin', values: [] };

/**
 * Returns how the statements of one transaction are sent: those of one tick together, in one write to the socket. PostgreSQL refuses
 * every statement behind a failed one with 25P02; they fail with the error of the first one, which says what happened.
 */
function createPipeline(client: PoolClient): TenantConnection['query'] {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  let first: Error | undefined;
  return <R extends QueryResultRow>({ text, values, name }: Statement) =>
    new Promise<QueryResult<R>>((resolve, reject) => {
      if (stream.writableCorked === 0) {
        stream.cork();
        process.nextTick(() => stream.uncork());
      }
      const ended = (error: Error | null, result: QueryResult<R>) => {
        if (!error) return resolve(result);
        if ((error as { code?: string }).code !== IN_FAILED_TRANSACTION || !first) first = error;
        reject(first);
      };
      client.query(new NamedQuery({ text, values, name }, ended as never));
    });
}

const IN_FAILED_TRANSACTION = '25P02';

/** Kinds of work with the limits that `prime` sets for the session. */
const HAS_SESSION_LIMITS: Record<WorkKind, boolean> = { read: true, search: true, write: true, bulk: false, job: false };

const limitsByKind = (timeoutMs: number): Record<WorkKind, string[]> => ({
  read: limitValues(timeLimits('read', timeoutMs)),
  search: limitValues(timeLimits('search', timeoutMs)),
  write: limitValues(timeLimits('write', timeoutMs)),
  bulk: limitValues(timeLimits('bulk', timeoutMs)),
  job: limitValues(timeLimits('job', timeoutMs)),
});

/** Returns how a transaction sets its tenant and its viewer, and its time limits unless the session has them already. */
function settingFor(
  { tenantId, kind, viewer }: Work,
  limits: Record<WorkKind, string[]>,
  isLimited: boolean,
): { setting: TenantSetting; values: string[] } {
  if (viewer) return { setting: SET_TENANT_AND_VIEWER, values: [tenantId, ...limits[kind], ...viewerValues(viewer)] };
  if (isLimited && HAS_SESSION_LIMITS[kind]) return { setting: SET_TENANT, values: [tenantId] };
  return { setting: SET_TENANT_AND_LIMITS, values: [tenantId, ...limits[kind]] };
}

/**
 * Sets the time limits of requests for the session, if this connection is one to PostgreSQL itself. A pooler such as PgBouncer gives its
 * clients process ids of its own: there the session belongs to many clients, and each transaction sets its limits.
 */
const SESSION_LIMITS = `select set_config('statement_timeout', $2, false), set_config('lock_timeout', $3, false),
  set_config('idle_in_transaction_session_timeout', $4, false) where pg_backend_pid() = $1`;

/** Prepares a new connection: no just-in-time compilation, which takes longer than any statement, and what each transaction begins with. */
async function prime(client: PoolClient, requestLimits: string[], limited: WeakSet<PoolClient>): Promise<void> {
  const { processID } = client as unknown as { processID: number };
  const [, session] = await Promise.allSettled([
    client.query('set jit = off'),
    client.query(SESSION_LIMITS, [processID, ...requestLimits]),
    client.query({ ...SET_TENANT, values: [''] }),
    client.query({ ...SET_TENANT_AND_LIMITS, values: ['', '0', '0', '0'] }),
  ]);
  if (session?.status === 'fulfilled' && session.value.rowCount === 1) limited.add(client);
}

/** Returns whether the connection was lost: the error has no SQLSTATE, or one with which the server ends connections. */
export const isConnectionLoss = (error: unknown): error is Error => {
  const code = (error as { code?: string } | null)?.code ?? '';
  return error instanceof Error && (!/^[0-9A-Z]{5}$/.test(code) || CONNECTION_ENDED.test(code));
};

/**
 * Returns whether the error is temporary: the database is unavailable, overloaded, or ended the transaction because of a deadlock; or the
 * tenant is being moved to another cell, where its jobs go on.
 */
export const mayPass = (error: unknown): boolean =>
  isConnectionLoss(error) || /^(40...|53...|55P03|57...|PM00.)$/.test((error as { code?: string }).code ?? '');

/**
 * Returns whether the transaction failed because of a concurrent one and can be run again: a deadlock (40P01), a serialisation
 * failure (40001), or a row that it refers to and that was deleted after it was read (23503). The next run does not find that row
 * and fails with the reason.
 */
export const isRetryable = (error: unknown): boolean =>
  /^(40P01|40001|23503)$/.test((error as { code?: string } | null)?.code ?? '');

const CONNECTION_ENDED = /^(57P0[1-5]|25P03|08...)$/;

/** Returns whether the statement exceeded its timeout or was cancelled. */
export const isTooSlow = (error: unknown): boolean => (error as { code?: string } | null)?.code === '57014';

/** Throws if the sweep cannot read the jobs: a worker without the sweep looks healthy but never finds lost jobs. */
export async function requireEngineRole(pool: Pool): Promise<void> {
  try {
    await pool.query('select 1 from jobs limit 1');
  } catch (error) {
    throw new Error(
      `The sweep cannot read the jobs as ${ENGINE_ROLE}: ${(error as Error).message}. Its login must be a member of that role.`,
    );
  }
}

/** Warns if autovacuum is off: without statistics PostgreSQL chooses slow plans. */
export async function warnWithoutAutovacuum(pool: Pool, log: Logger): Promise<void> {
  const { rows } = await pool.query<{ autovacuum: string }>('show autovacuum');
  if (rows[0]?.autovacuum === 'off')
    log.warn('PostgreSQL autovacuum is off: queries become slow; set autovacuum = on, or run VACUUM ANALYZE on a schedule');
}

/** Returns the connection settings of a role. A login with another name switches to the role at the start of the session. */
export function asRole(role: string, url: string) {
  const login = decodeURIComponent(new URL(url).username);
  return login === role ? { connectionString: url } : { connectionString: url, options: `-c role=${role}` };
}

/** Opens the pool for work across tenants: the sweep, the tenant of a channel, and what operators see. Its role can read no content. */
export function openEnginePool(config: Pick<Config, 'DATABASE_URL' | 'DATABASE_ENGINE_URL'>, log: Logger): Pool {
  const pool = new Pool({ ...asRole(ENGINE_ROLE, config.DATABASE_ENGINE_URL ?? config.DATABASE_URL), max: 1 });
  pool.on('error', (error) => log.warn({ reason: error.message }, 'sweep database connection lost'));
  return pool;
}

/** Throws if the role of the server can bypass row-level security. */
export async function refuseBypass(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ name: string; bypass: boolean }>(
    'select rolname as name, rolsuper or rolbypassrls as bypass from pg_roles where rolname = current_user',
  );
  if (rows[0] && !rows[0].bypass) return;
  throw new Error(`The database role ${rows[0]?.name} can bypass row-level security; log in as ${APP_ROLE} or a member of it.`);
}
