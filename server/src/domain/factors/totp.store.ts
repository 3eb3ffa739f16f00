import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import { FREE_TRIES, waitAfter } from './tries.ts';

// The context of these functions is that of an account: `ctx.tenantId` is the id of the account.

export type TotpRow = { sealedSecret: Buffer; lastStep: number | null; confirmedAt: Date | null };

export const selectTotp = (ctx: Ctx) =>
  row<TotpRow>(
    ctx,
    sql`select sealed_secret as "sealedSecret", last_step::float8 as "lastStep", confirmed_at as "confirmedAt"
        from totp_factors where account_id = ${ctx.tenantId}`,
  );

/** Saves a new secret that is not confirmed yet. Returns whether it was saved: a confirmed one is never replaced. */
export async function upsertUnconfirmedTotp(ctx: Ctx, sealed: Buffer): Promise<boolean> {
  const saved = await rows(
    ctx,
    sql`insert into totp_factors (account_id, sealed_secret, created_at) values (${ctx.tenantId}, ${sealed}, ${ctx.clock.now()})
        on conflict (account_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at, last_step = null
          where totp_factors.confirmed_at is null
        returning account_id`,
  );
  return saved.length === 1;
}

/** Confirms the factor with the step of its first code. Returns false if it is confirmed already or its secret was replaced. */
export async function confirmTotpRow(ctx: Ctx, sealed: Buffer, step: number): Promise<boolean> {
  const confirmed = await rows(
    ctx,
    sql`update totp_factors set confirmed_at = ${ctx.clock.now()}, last_step = ${step}
        where account_id = ${ctx.tenantId} and confirmed_at is null and sealed_secret = ${sealed} returning account_id`,
  );
  return confirmed.length === 1;
}

/** Accepts a time step. Returns false if this or a later one was accepted: of two requests with one code, one succeeds. */
export async function takeStep(ctx: Ctx, sealed: Buffer, step: number): Promise<boolean> {
  const taken = await rows(
    ctx,
    sql`update totp_factors set last_step = ${step}
        where account_id = ${ctx.tenantId} and confirmed_at is not null and sealed_secret = ${sealed}
          and (last_step is null or last_step < ${step}) returning account_id`,
  );
  return taken.length === 1;
}

export async function deleteTotp(ctx: Ctx): Promise<boolean> {
  return (await rows(ctx, sql`delete from totp_factors where account_id = ${ctx.tenantId} returning account_id`)).length === 1;
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(ctx: Ctx, hashes: Buffer[]): Promise<void> {
  await rows(ctx, sql`delete from recovery_codes where account_id = ${ctx.tenantId}`);
  if (hashes.length === 0) return;
  await rows(
    ctx,
    sql`insert into recovery_codes (account_id, code_hash) select ${ctx.tenantId}, h from unnest(${hashes}::bytea[]) as h`,
  );
}

/** Uses a recovery code up. Returns whether there was one. */
export async function takeRecoveryCode(ctx: Ctx, hash: Buffer): Promise<boolean> {
  const statement = sql`delete from recovery_codes where account_id = ${ctx.tenantId} and code_hash = ${hash} returning account_id`;
  return (await rows(ctx, statement)).length === 1;
}

export const countRecoveryCodes = async (ctx: Ctx): Promise<number> => {
  const statement = sql`select count(*)::int as count from recovery_codes where account_id = ${ctx.tenantId}`;
  return (await row<{ count: number }>(ctx, statement))?.count ?? 0;
};

/** The waits by number of failures; the last one applies from there on. */
const WAITS = Array.from({ length: FREE_TRIES + 8 }, (_, failures) => waitAfter(failures));

/**
 * Counts a try before its code is looked at. Returns undefined if it may be made, or the time until which the account waits. A right code
 * resets the count.
 */
export async function beginTry(ctx: Ctx): Promise<Date | undefined> {
  const now = ctx.clock.now();
  const counted = await rows(
    ctx,
    sql`insert into factor_tries (account_id, failures, blocked_until) values (${ctx.tenantId}, 1, ${now})
        on conflict (account_id) do update set failures = least(factor_tries.failures + 1, 1000000),
          blocked_until = ${now}::timestamptz + make_interval(secs => (${WAITS}::int[])[least(factor_tries.failures + 2, ${WAITS.length})])
          where factor_tries.blocked_until <= ${now}
        returning account_id`,
  );
  if (counted.length === 1) return undefined;
  const statement = sql`select blocked_until as "blockedUntil" from factor_tries where account_id = ${ctx.tenantId}`;
  return (await row<{ blockedUntil: Date }>(ctx, statement))?.blockedUntil;
}

export async function endTries(ctx: Ctx): Promise<void> {
  await rows(ctx, sql`delete from factor_tries where account_id = ${ctx.tenantId}`);
}

export const selectHasFactor = async (ctx: Ctx): Promise<boolean> => {
  const statement = sql`select exists (select from totp_factors where account_id = ${ctx.tenantId} and confirmed_at is not null)
    or exists (select from passkeys where account_id = ${ctx.tenantId}) as "hasFactor"`;
  return (await row<{ hasFactor: boolean }>(ctx, statement))?.hasFactor ?? false;
};
