import { type Connection, Query, type QueryConfig, type QueryResult } from 'pg';
import { admittedTenant } from './moves/gate.ts';
import type { TimeLimits } from './work-limits.ts';

/** A statement that sets the tenant for one transaction, so that nothing stays on a connection that PgBouncer gives to another client. */
export type TenantSetting = { name: string; text: string };

/** For connections whose session already has the time limits of this kind of work. */
export const SET_TENANT: TenantSetting = {
  name: 'set_tenant',
  text: `select set_config('app.tenant_id', ${admittedTenant('$1')}, true)`,
};

export const SET_TENANT_AND_LIMITS: TenantSetting = {
  name: 'set_tenant_and_limits',
  text: `select set_config('app.tenant_id', ${admittedTenant('$1')}, true), set_config('statement_timeout', $2, true), set_config('lock_timeout', $3, true),
    set_config('idle_in_transaction_session_timeout', $4, true)`,
};

/** For statements of a viewer. The role comes last: the statement itself runs as the one before. */
export const SET_TENANT_AND_VIEWER: TenantSetting = {
  name: 'set_tenant_and_viewer',
  text: `select set_config('app.tenant_id', ${admittedTenant('$1')}, true), set_config('statement_timeout', $2, true), set_config('lock_timeout', $3, true),
    set_config('idle_in_transaction_session_timeout', $4, true), set_config('app.viewer_id', $5, true),
    set_config('app.viewer_channels', $6, true), set_config('role', $7, true)`,
};

/** Returns the time limits as PostgreSQL's settings: statement_timeout, lock_timeout, idle_in_transaction_session_timeout. */
export const limitValues = ({ statementMs, lockMs, idleMs }: TimeLimits): string[] => [statementMs, lockMs, idleMs].map(String);

type Bind = { statement?: string; values: unknown[] };

/** The parts of pg's connection and query that its published types leave out; `storage.test.ts` guards them. */
type WireConnection = Connection & {
  parsedStatements: Record<string, string>;
  parse(config: { name?: string; text: string }): void;
  bind(config: Bind): void;
  execute(config: object): void;
};
type WireQuery = {
  prepare(connection: WireConnection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: WireConnection): void;
  requiresPreparation(): boolean;
};
const wire = Query.prototype as unknown as WireQuery;

type Done = (error: Error | null, result: QueryResult) => void;

/** A query that pg takes as it is. Of an object it would copy all property descriptors, which costs 3 % of a read. */
export class NamedQuery extends Query {
  constructor({ text, values, name }: { text: string; values?: unknown[]; name?: string | undefined }, done: Done) {
    super(text, values as never, done as never);
    (this as { name?: string | undefined }).name = name;
  }
}

/**
 * Sends SET_TENANT and one statement in one message group with one Sync: the server runs both in one implicit transaction and answers
 * once. Tenant isolation costs no extra round trip.
 */
export class TenantStatement extends NamedQuery {
  readonly #setting: TenantSetting;
  readonly #values: string[];
  #tenantIsSet = false;

  constructor(setting: TenantSetting, values: string[], config: QueryConfig, done: Done) {
    super(config, done);
    this.#setting = setting;
    this.#values = values;
  }

  requiresPreparation(): boolean {
    return true;
  }

  prepare(connection: WireConnection): void {
    const { name, text } = this.#setting;
    const isKnown = connection.parsedStatements[name] !== undefined;
    if (!isKnown) connection.parse({ text });
    connection.bind({ statement: isKnown ? name : '', values: this.#values });
    connection.execute({});
    wire.prepare.call(this, connection);
  }

  /** Skips the first row and the first completion: they belong to SET_TENANT. */
  handleDataRow(message: unknown): void {
    if (this.#tenantIsSet) wire.handleDataRow.call(this, message);
  }

  handleCommandComplete(message: unknown, connection: WireConnection): void {
    if (this.#tenantIsSet) wire.handleCommandComplete.call(this, message, connection);
    this.#tenantIsSet = true;
  }
}
