import type { Client } from 'pg';
import { createSecretBox, type SecretBox } from '../../server/src/platform/secrets.ts';
import type { Seeded } from './seed.ts';

/** Written apart from the server's own table: a table that is missing there must be noticed here. */
const SEALED: [table: string, label: string, columns: string[]][] = [
  ['signing_keys', 'kid', ['sealed_private_jwk']],
  ['push_keys', 'id', ['sealed_private_key']],
  ['channels', 'id', ['sealed_secrets']],
  ['webhooks', 'id', ['sealed_secret', 'sealed_previous_secret']],
  ['secrets', 'id', ['sealed_value']],
  ['identity_providers', 'tenant_id', ['sealed_client_secret']],
  ['totp_factors', 'account_id', ['sealed_secret']],
  ['push_subscriptions', "tenant_id, ':', endpoint", ['sealed_keys']],
  ['idempotency_keys', "tenant_id, ':', operation, ':', key", ['body']],
];

export type Verified = { values: number; oldKeyLeft: number; lost: number };

/** Opens every value with the new key alone, and compares those that the API or the seed wrote. */
export async function verifyValues(superuser: Client, newKey: string, { expected }: Seeded): Promise<Verified> {
  const box = createSecretBox({ MASTER_KEY: newKey });
  const verified: Verified = { values: 0, oldKeyLeft: 0, lost: 0 };
  const seen = new Set<string>();
  for (const [table, labelColumns, columns] of SEALED) {
    for (const column of columns) {
      const { rows } = await superuser.query<{ label: string; sealed: Buffer }>(
        `select concat('${table}:', ${labelColumns}) as label, ${column} as sealed from ${table} where ${column} is not null`,
      );
      for (const { label, sealed } of rows) {
        const name = `${table}.${column} ${label}`;
        seen.add(name);
        verified.values++;
        const plain = openOr(box, sealed, label);
        if (plain === undefined) verified.oldKeyLeft++;
        else if (expected.has(name) && expected.get(name) !== plain) verified.lost++;
      }
    }
  }
  for (const name of expected.keys()) if (!seen.has(name)) verified.lost++;
  return verified;
}

function openOr(box: SecretBox, sealed: Buffer, label: string): string | undefined {
  try {
    return box.open(sealed, label);
  } catch {
    return undefined;
  }
}
