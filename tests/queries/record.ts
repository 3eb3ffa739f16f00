import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Loaded before the tests (`node --import`). Writes every statement that the server's own roles send to RECORD_STATEMENTS, a folder, with the
 * tenant and the viewer of its transaction. Works at the wire: what is recorded is what PostgreSQL receives.
 */
export type Recorded = {
  role: string;
  tenantId: string;
  viewer: string[];
  name: string;
  text: string;
  values: (string | null)[];
};

type Bind = { statement?: string; values?: unknown[]; valueMapper?: (value: unknown, index: number) => unknown };
type Wire = {
  startup(config: { user?: string; options?: string }): void;
  parse(query: { name?: string; text: string }): void;
  bind(config: Bind): void;
};
type Session = { role: string; texts: Map<string, string>; tenantId: string; viewer: string[] };

/** Values of each statement: the first may be the one in which everything is null. */
const SAMPLES = 3;
const SERVER_ROLES = /patchbay_(app|engine)/;

const folder = process.env.RECORD_STATEMENTS as string;
mkdirSync(folder, { recursive: true });
const file = join(folder, `${process.pid}.jsonl`);
const sessions = new WeakMap<object, Session>();
const samples = new Map<string, number>();

const wire = (pg as unknown as { Connection: { prototype: Wire } }).Connection.prototype;
const { startup, parse, bind } = wire;

wire.startup = function (this: Wire, config) {
  const role = SERVER_ROLES.exec(config.options ?? '')?.[0] ?? SERVER_ROLES.exec(config.user ?? '')?.[0];
  if (role) sessions.set(this, { role, texts: new Map(), tenantId: '', viewer: [] });
  return startup.call(this, config);
};

wire.parse = function (this: Wire, query, ...more: []) {
  sessions.get(this)?.texts.set(query.name ?? '', query.text);
  return parse.call(this, query, ...more);
};

wire.bind = function (this: Wire, config, ...more: []) {
  const session = sessions.get(this);
  if (session) note(session, config);
  return bind.call(this, config, ...more);
};

function note(session: Session, { statement = '', values = [], valueMapper }: Bind): void {
  const text = session.texts.get(statement);
  if (text === undefined) return;
  const sent = values.map((value, index) => asText(valueMapper ? valueMapper(value, index) : value));
  if (text.includes('set_config(')) follow(session, text, sent);
  else write({ role: session.role, tenantId: session.tenantId, viewer: session.viewer, name: statement, text, values: sent });
}

/** Keeps the settings of the transaction, which always begins with the tenant. */
function follow(session: Session, text: string, values: (string | null)[]): void {
  const setsRole = text.includes("set_config('role'");
  if (text.includes("'app.tenant_id'")) session.tenantId = values[0] ?? '';
  if (setsRole) session.viewer = values.slice(-3).map(String);
  else if (text.includes("'app.tenant_id'")) session.viewer = [];
}

function write(statement: Recorded): void {
  const key = `${statement.role} ${statement.viewer[2] ?? ''} ${statement.text}`;
  const seen = samples.get(key) ?? 0;
  if (seen >= SAMPLES) return;
  samples.set(key, seen + 1);
  appendFileSync(file, `${JSON.stringify(statement)}\n`);
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : `${value as string}`; // the driver has made a text of it
}
