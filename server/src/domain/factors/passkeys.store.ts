import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { StoredPasskey } from './ceremonies.ts';

// The context of these functions is that of an account: `ctx.tenantId` is the id of the account.

/** A passkey as its owner sees it. */
export type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

const columns = sql`id, name, created_at as "createdAt", last_used_at as "lastUsedAt"`;

export const selectPasskeys = (ctx: Ctx) =>
  rows<Passkey & { credentialId: string }>(
    ctx,
    sql`select ${columns}, credential_id as "credentialId" from passkeys where account_id = ${ctx.tenantId} order by id`,
  );

export const selectByCredential = (ctx: Ctx, credentialId: string) =>
  row<Omit<StoredPasskey, 'id'>>(
    ctx,
    sql`select public_key as "publicKey", counter::float8 as counter, transports from passkeys
        where account_id = ${ctx.tenantId} and credential_id = ${credentialId}`,
  );

export async function insertPasskey(
  ctx: Ctx,
  passkey: Passkey,
  { id, publicKey, counter, transports }: StoredPasskey,
): Promise<void> {
  await rows(
    ctx,
    sql`insert into passkeys (account_id, id, credential_id, public_key, counter, transports, name, created_at)
        values (${ctx.tenantId}, ${passkey.id}, ${id}, ${publicKey}, ${counter}, ${transports}, ${passkey.name}, ${passkey.createdAt})`,
  );
}

/** Saves the counter of a sign-in. Returns false if another sign-in saved the same or a higher one: the passkey was copied. */
export async function takeCounter(ctx: Ctx, credentialId: string, counter: number): Promise<boolean> {
  const taken = await rows(
    ctx,
    sql`update passkeys set counter = ${counter}, last_used_at = ${ctx.clock.now()}
        where account_id = ${ctx.tenantId} and credential_id = ${credentialId}
          and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning account_id`,
  );
  return taken.length === 1;
}

export const renamePasskeyRow = (ctx: Ctx, id: string, name: string) =>
  row<Passkey>(
    ctx,
    sql`update passkeys set name = ${name} where account_id = ${ctx.tenantId} and id = ${id} returning ${columns}`,
  );

export async function deletePasskeyRow(ctx: Ctx, id: string): Promise<boolean> {
  return (await rows(ctx, sql`delete from passkeys where account_id = ${ctx.tenantId} and id = ${id} returning id`)).length === 1;
}

/** Uses a challenge up. Returns false if it was used before. Forgets those that have expired. */
export async function takeChallenge(ctx: Ctx, challenge: string, expiresAt: Date): Promise<boolean> {
  await rows(ctx, sql`delete from used_challenges where account_id = ${ctx.tenantId} and expires_at < ${ctx.clock.now()}`);
  const taken = await rows(
    ctx,
    sql`insert into used_challenges (account_id, challenge_hash, expires_at)
        values (${ctx.tenantId}, ${createHash('sha256').update(challenge).digest()}, ${expiresAt})
        on conflict do nothing returning account_id`,
  );
  return taken.length === 1;
}

export async function deletePasskeys(ctx: Ctx): Promise<void> {
  await rows(ctx, sql`delete from passkeys where account_id = ${ctx.tenantId}`);
}
