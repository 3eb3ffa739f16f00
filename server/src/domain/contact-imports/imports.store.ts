import sql from 'sql-template-tag';
import type { CsvPosition, Delimiter } from '../../platform/csv/index.ts';
import { type Ctx, idFor, row, rows } from '../../storage/context.ts';
import type { Mapping } from './contact-record.ts';

export type ImportStatus = 'running' | 'completed' | 'cancelled' | 'failed';

/** An import of a CSV file, with its progress. */
export type ContactImport = {
  id: string;
  fileId: string;
  mapping: Mapping;
  defaultCountry: string | null;
  delimiter: Delimiter;
  status: ImportStatus;
  error: string | null;
  /** Without the header. */
  linesRead: number;
  linesCreated: number;
  linesUpdated: number;
  linesRefused: number;
  createdAt: Date;
  updatedAt: Date;
  endedAt: Date | null;
};

export type OpenImport = ContactImport & { header: string[]; offset: number; line: number };

/** A line that was not imported. */
export type Refusal = { id: string; line: number; reason: string; text: string };

export const importColumns = sql`id, file_id as "fileId", mapping, default_country as "defaultCountry", delimiter, status, error,
  lines_created + lines_updated + lines_refused as "linesRead", lines_created as "linesCreated", lines_updated as "linesUpdated",
  lines_refused as "linesRefused", created_at as "createdAt", updated_at as "updatedAt", ended_at as "endedAt"`;

export type NewImport = Pick<OpenImport, 'id' | 'fileId' | 'mapping' | 'defaultCountry' | 'delimiter' | 'header'> & {
  next: CsvPosition;
};

export async function insertImport(ctx: Ctx, one: NewImport): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into contact_imports (tenant_id, id, file_id, mapping, default_country, delimiter, status, header, byte_offset, lines_read,
          created_at, updated_at)
        values (${ctx.tenantId}, ${one.id}, ${one.fileId}, ${JSON.stringify(one.mapping)}, ${one.defaultCountry}, ${one.delimiter}, 'running',
          ${JSON.stringify(one.header)}, ${one.next.offset}, ${one.next.line}, ${now}, ${now})`,
  );
}

const byId = (ctx: Ctx, id: string) => sql`tenant_id = ${ctx.tenantId} and id = ${id}`;

export const selectImport = (ctx: Ctx, id: string) =>
  row<ContactImport>(ctx, sql`select ${importColumns} from contact_imports where ${byId(ctx, id)}`);

/** Locks an import until the transaction ends, so that importing a page and cancelling do not overlap. */
export const lockImport = (ctx: Ctx, id: string) =>
  row<OpenImport>(
    ctx,
    sql`select ${importColumns}, header, byte_offset::float8 as "offset", lines_read as line from contact_imports
        where ${byId(ctx, id)} for update`,
  );

export type PageResult = { next: CsvPosition; created: number; updated: number; refused: number };

/** Adds the counts of a page and stores the next position, in the transaction that saved its contacts: no line is imported twice. */
export const addProgress = (ctx: Ctx, id: string, { next, created, updated, refused }: PageResult) =>
  rows(
    ctx,
    sql`update contact_imports set byte_offset = ${next.offset}, lines_read = ${next.line}, lines_created = lines_created + ${created},
          lines_updated = lines_updated + ${updated}, lines_refused = lines_refused + ${refused}, updated_at = ${ctx.clock.now()}
        where ${byId(ctx, id)}`,
  );

export const endImport = (ctx: Ctx, id: string, status: ImportStatus, error: string | null) =>
  rows(
    ctx,
    sql`update contact_imports set status = ${status}, error = ${error}, updated_at = ${ctx.clock.now()}, ended_at = ${ctx.clock.now()}
        where ${byId(ctx, id)}`,
  );

const MAX_TEXT_CHARACTERS = 1_000;

export async function insertRefusals(ctx: Ctx, importId: string, refusals: Omit<Refusal, 'id'>[]): Promise<void> {
  if (refusals.length === 0) return;
  await rows(
    ctx,
    sql`insert into contact_import_refusals (tenant_id, id, import_id, line, reason, text, created_at)
        select ${ctx.tenantId}, r.id, ${importId}, r.line, r.reason, r.text, ${ctx.clock.now()}
        from unnest(${refusals.map(() => idFor(ctx))}::uuid[], ${refusals.map(({ line }) => line)}::int[],
          ${refusals.map(({ reason }) => reason)}::text[],
          ${refusals.map(({ text }) => text.replaceAll('\0', '').toWellFormed().slice(0, MAX_TEXT_CHARACTERS))}::text[]) as r(id, line, reason, text)`,
  );
}

/** Deletes the text of refused lines that contain one of the terms. Keeps their numbers and reasons. */
export const emptyRefusals = (ctx: Ctx, terms: string[]) =>
  rows(
    ctx,
    sql`update contact_import_refusals set text = '' where tenant_id = ${ctx.tenantId}
        and exists (select 1 from unnest(${terms}::text[]) as t(term) where position(lower(t.term) in lower(text)) > 0)`,
  );
