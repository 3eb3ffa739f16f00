import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { Secret } from './secrets.ts';

export const secretColumns = sql`id, name, hosts, version, created_at as "createdAt", updated_at as "updatedAt"`;

export async function insertSecret(ctx: Ctx, secret: Secret, sealed: Buffer): Promise<void> {
  await rows(
    ctx,
    sql`insert into secrets (tenant_id, id, name, hosts, sealed_value, version, created_at, updated_at)
        values (${ctx.tenantId}, ${secret.id}, ${secret.name}, ${secret.hosts}, ${sealed}, ${secret.version}, ${secret.createdAt},
          ${secret.updatedAt})`,
  );
}

export const selectSecret = (ctx: Ctx, id: string) =>
  row<Secret>(ctx, sql`select ${secretColumns} from secrets where tenant_id = ${ctx.tenantId} and id = ${id}`);

export const updateSecretRow = (ctx: Ctx, id: string, hosts: string[] | null, sealed: Buffer) =>
  row<Secret>(
    ctx,
    sql`update secrets set sealed_value = ${sealed}, hosts = coalesce(${hosts}::text[], hosts), version = version + 1,
          updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id} returning ${secretColumns}`,
  );

export const selectSealed = (ctx: Ctx, names: string[]) =>
  rows<{ id: string; name: string; hosts: string[]; sealed: Buffer }>(
    ctx,
    sql`select id, name, hosts, sealed_value as sealed from secrets where tenant_id = ${ctx.tenantId} and name = any(${names}::text[])`,
  );

/** Returns the names that are secrets of the tenant. */
export const selectOwnSecrets = async (ctx: Ctx, names: string[]): Promise<Set<string>> => {
  const statement = sql`select name from secrets where tenant_id = ${ctx.tenantId} and name = any(${names}::text[])`;
  return new Set((await rows<{ name: string }>(ctx, statement)).map(({ name }) => name));
};
