import { type Connection, Query, type QueryConfig, type QueryResult } from 'pg';
import type { TimeLimits } from './work-limits.ts';

/** All settings end with the transaction: PgBouncer may give the connection to another client. */
export const SET_TENANT = {
  name: 'set_tenant',
  text: `select set_config('app.tenant_id', $1, true), set_config('statement_timeout', $2, true), set_config('lock_timeout', $3, true),
    set_config('idle_in_transaction_session_timeout', $4, true)`,
};

/** Returns the parameters of SET_TENANT: the tenant and the timeouts. */
export const tenantValues = (tenantId: string, { statementMs, lockMs, idleMs }: TimeLimits): string[] => [
  tenantId,
  String(statementMs),
  String(lockMs),
  String(idleMs),
];

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

/**
 * Sends SET_TENANT and one statement in one message group with one Sync: the server runs both in one implicit transaction and answers
 * once. Tenant isolation costs no extra round trip.
 */
export class TenantStatement extends Query {
  readonly #setting: string[];
  #tenantIsSet = false;

  constructor(setting: string[], config: QueryConfig, done: (error: Error | null, result: QueryResult) => void) {
    super({ text: config.text, values: config.values, name: config.name, callback: done } as QueryConfig);
    this.#setting = setting;
  }

  requiresPreparation(): boolean {
    return true;
  }

  prepare(connection: WireConnection): void {
    const known = connection.parsedStatements[SET_TENANT.name] !== undefined;
    if (!known) connection.parse({ text: SET_TENANT.text });
    connection.bind({ statement: known ? SET_TENANT.name : '', values: this.#setting });
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
