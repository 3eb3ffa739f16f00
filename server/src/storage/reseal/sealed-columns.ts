/** A table with sealed columns. The label of a value is the table and the values of the `label` columns, separated by colons. */
export type SealedTable = {
  table: string;
  key: Record<string, 'uuid' | 'text' | 'smallint'>;
  label: string[];
  columns: string[];
};

const byId = { tenant_id: 'uuid', id: 'uuid' } as const;

/** Every sealed column of the database. `sealed-columns.test.ts` fails for a bytea column that is neither here nor in `plainColumns`. */
export const sealedTables: SealedTable[] = [
  { table: 'signing_keys', key: { kid: 'text' }, label: ['kid'], columns: ['sealed_private_jwk'] },
  { table: 'push_keys', key: { id: 'smallint' }, label: ['id'], columns: ['sealed_private_key'] },
  { table: 'channels', key: byId, label: ['id'], columns: ['sealed_secrets'] },
  { table: 'webhooks', key: byId, label: ['id'], columns: ['sealed_secret', 'sealed_previous_secret'] },
  { table: 'secrets', key: byId, label: ['id'], columns: ['sealed_value'] },
  { table: 'identity_providers', key: { tenant_id: 'uuid' }, label: ['tenant_id'], columns: ['sealed_client_secret'] },
  { table: 'totp_factors', key: { account_id: 'uuid' }, label: ['account_id'], columns: ['sealed_secret'] },
  { table: 'push_subscriptions', key: byId, label: ['tenant_id', 'endpoint'], columns: ['sealed_keys'] },
  {
    table: 'idempotency_keys',
    key: { tenant_id: 'uuid', operation: 'text', key: 'text' },
    label: ['tenant_id', 'operation', 'key'],
    columns: ['body'],
  },
];
