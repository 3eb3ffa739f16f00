import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { File, FileSource, ReadyFile } from './file.ts';

export const fileColumns = sql`f.id, f.name, f.mime_type as "mimeType", f.size_bytes::float8 as "sizeBytes", f.sha256, f.status, f.error,
  f.source, f.created_at as "createdAt", f.updated_at as "updatedAt"`;

/** The fields that a file gets with its bytes. */
export type Filling = { mimeType: string; sizeBytes: number; sha256: string; storeKey: string };

export type NewFile = { id: string; name: string; mimeType: string; source: FileSource; filling?: Filling };

export async function insertFile(ctx: Ctx, { id, name, mimeType, source, filling }: NewFile): Promise<File> {
  const now = ctx.clock.now();
  const { sizeBytes = null, sha256 = null, storeKey = null } = filling ?? {};
  const status = filling ? 'ready' : 'pending';
  const type = filling?.mimeType ?? mimeType;
  await rows(
    ctx,
    sql`insert into files (tenant_id, id, name, mime_type, size_bytes, sha256, status, store_key, source, created_at, updated_at)
        values (${ctx.tenantId}, ${id}, ${name}, ${type}, ${sizeBytes}, ${sha256}, ${status}, ${storeKey}, ${source}, ${now}, ${now})`,
  );
  return { id, name, mimeType: type, sizeBytes, sha256, status, error: null, source, createdAt: now, updatedAt: now };
}

export const selectFile = (ctx: Ctx, id: string) =>
  row<File>(ctx, sql`select ${fileColumns} from files f where f.tenant_id = ${ctx.tenantId} and f.id = ${id}`);

/** Sets the bytes of a file, unless it has some already or was deleted. */
export const fillRow = (ctx: Ctx, id: string, { mimeType, sizeBytes, sha256, storeKey }: Filling) =>
  row<File>(
    ctx,
    sql`update files f set status = 'ready', error = null, mime_type = ${mimeType}, size_bytes = ${sizeBytes}, sha256 = ${sha256},
          store_key = ${storeKey}, updated_at = ${ctx.clock.now()}
        where f.tenant_id = ${ctx.tenantId} and f.id = ${id} and f.status <> 'ready' returning ${fileColumns}`,
  );

export const failRow = (ctx: Ctx, id: string, error: string) =>
  row<File>(
    ctx,
    sql`update files f set status = 'failed', error = ${error}, updated_at = ${ctx.clock.now()}
        where f.tenant_id = ${ctx.tenantId} and f.id = ${id} and f.status <> 'ready' returning ${fileColumns}`,
  );

/** Deletes a file and, by foreign key, its link. */
export const deleteRow = (ctx: Ctx, id: string) =>
  row<{ id: string; storeKey: string | null }>(
    ctx,
    sql`delete from files where tenant_id = ${ctx.tenantId} and id = ${id} returning id, store_key as "storeKey"`,
  );

export type Readable = ReadyFile & { storeKey: string };

export const selectReady = (ctx: Ctx, id: string) =>
  row<Readable>(
    ctx,
    sql`select ${fileColumns}, f.store_key as "storeKey" from files f
        where f.tenant_id = ${ctx.tenantId} and f.id = ${id} and f.status = 'ready'`,
  );

export const selectReadyByToken = (ctx: Ctx, token: Buffer) =>
  row<Readable>(
    ctx,
    sql`select ${fileColumns}, f.store_key as "storeKey"
        from file_links l join files f on f.tenant_id = l.tenant_id and f.id = l.file_id
        where l.tenant_id = ${ctx.tenantId} and l.token = ${token} and f.status = 'ready'`,
  );

/** Returns the token of a file; null if it has no link yet, undefined if there is no such file. */
export const selectToken = (ctx: Ctx, fileId: string) =>
  row<{ token: Buffer | null }>(
    ctx,
    sql`select l.token from files f left join file_links l on l.tenant_id = f.tenant_id and l.file_id = f.id
        where f.tenant_id = ${ctx.tenantId} and f.id = ${fileId}`,
  );

/** Inserts the link of a file. Returns false if another call did: this call waited for it to commit. */
export async function insertToken(ctx: Ctx, fileId: string, token: Buffer): Promise<boolean> {
  const made = await row(
    ctx,
    sql`insert into file_links (tenant_id, file_id, token, created_at)
        select f.tenant_id, f.id, ${token}, ${ctx.clock.now()} from files f where f.tenant_id = ${ctx.tenantId} and f.id = ${fileId}
        on conflict (tenant_id, file_id) do nothing returning file_id`,
  );
  return made !== undefined;
}
