import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import { assignments } from '../../storage/update-set.ts';
import { presentFileIds } from '../files/index.ts';
import type { Snippet, SnippetChanges } from './snippets.ts';

export const snippetColumns = sql`s.id, s.shortcut, s.text, ${presentFileIds('s')}, s.team_id as "teamId",
  s.created_at as "createdAt", s.updated_at as "updatedAt"`;

export async function insertSnippet(
  ctx: Ctx,
  { id, shortcut, text, fileIds, teamId }: Omit<Snippet, 'createdAt' | 'updatedAt'>,
): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into snippets (tenant_id, id, shortcut, text, file_ids, team_id, created_at, updated_at)
        values (${ctx.tenantId}, ${id}, ${shortcut}, ${text}, ${fileIds}::uuid[], ${teamId}, ${now}, ${now})`,
  );
}

export const selectSnippet = (ctx: Ctx, id: string) =>
  row<Snippet>(ctx, sql`select ${snippetColumns} from snippets s where s.tenant_id = ${ctx.tenantId} and s.id = ${id}`);

export const updateSnippetRow = (ctx: Ctx, id: string, { shortcut, text, fileIds, teamId }: SnippetChanges) =>
  row<Snippet>(
    ctx,
    sql`update snippets s set ${assignments(ctx, [
      [shortcut, sql`shortcut = ${shortcut}`],
      [text, sql`text = ${text}`],
      [fileIds, sql`file_ids = ${fileIds}::uuid[]`],
      [teamId, sql`team_id = ${teamId}`],
    ])} where s.tenant_id = ${ctx.tenantId} and s.id = ${id} returning ${snippetColumns}`,
  );
