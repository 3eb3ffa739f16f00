/** Errors of `refuse_tenant`: the tenant is being moved, or has moved to another cell. */
const IS_MOVING = 'PM001';
const HAS_MOVED = 'PM002';

/**
 * Returns the value that sets the tenant of a transaction. It fails while the gate of the tenant is closed, so that no transaction of the
 * server can begin for a tenant that is frozen, has moved away, or has not arrived yet.
 */
export const admittedTenant = (parameter: string): string =>
  `coalesce((select refuse_tenant(m.gate, m.cell) from tenant_moves m
    where m.moved_tenant_id = nullif(${parameter}, '')::uuid and m.gate in ('frozen', 'moved', 'arriving')), ${parameter})`;

/**
 * A condition of statements across tenants: no move keeps workers from the tenant of this column. It looks one tenant up per row;
 * `not exists` would be planned as a join that reads all moves and all rows, whatever the limit of the statement.
 */
export const isNotHeld = (column: string): string =>
  `coalesce((select m.gate from tenant_moves m where m.moved_tenant_id = ${column}), 'open') = 'open'`;

/** Why the gate of a tenant is closed. `cell`: where it has moved. */
export type Refusal = { reason: 'moving' } | { reason: 'moved'; cell: string };

/** Returns why a statement was refused at the gate of its tenant, or undefined for any other error. */
export function refusalAtGate(error: unknown): Refusal | undefined {
  const { code, detail } = (error ?? {}) as { code?: string; detail?: string };
  if (code === IS_MOVING) return { reason: 'moving' };
  return code === HAS_MOVED ? { reason: 'moved', cell: detail ?? '' } : undefined;
}
