import { type Connection, Query, type QueryConfig, type QueryResult } from 'pg';

export const SET_TENANT = { name: 'set_tenant', text: "select set_config('app.tenant_id', $1, true)" };

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
 * One statement and the setting of its tenant in one message group with one Sync: the server runs both in one
 * implicit transaction and answers once. A read that is safe from other tenants costs no extra round trip.
 */
export class TenantStatement extends Query {
  readonly #tenantId: string;
  #tenantIsSet = false;

  constructor(tenantId: string, config: QueryConfig, done: (error: Error | null, result: QueryResult) => void) {
    super({ text: config.text, values: config.values, name: config.name, callback: done } as QueryConfig);
    this.#tenantId = tenantId;
  }

  requiresPreparation(): boolean {
    return true;
  }

  prepare(connection: WireConnection): void {
    const known = connection.parsedStatements[SET_TENANT.name] !== undefined;
    if (!known) connection.parse({ text: SET_TENANT.text });
    connection.bind({ statement: known ? SET_TENANT.name : '', values: [this.#tenantId] });
    connection.execute({});
    wire.prepare.call(this, connection);
  }

  /** The first row and the first completion belong to the tenant's setting; the rest is the statement's own. */
  handleDataRow(message: unknown): void {
    if (this.#tenantIsSet) wire.handleDataRow.call(this, message);
  }

  handleCommandComplete(message: unknown, connection: WireConnection): void {
    if (this.#tenantIsSet) wire.handleCommandComplete.call(this, message, connection);
    this.#tenantIsSet = true;
  }
}
