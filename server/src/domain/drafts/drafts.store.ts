import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import { presentFileIds } from '../files/index.ts';
import type { Draft, DraftContent } from './drafts.ts';

const draftColumns = sql`d.chat_id as "chatId", d.mode, d.text, ${presentFileIds('d')}, d.updated_at as "updatedAt"`;

/** Returns the draft of a user in a chat: null if there is none, undefined if there is no such chat. */
export async function selectDraft(ctx: Ctx, userId: string, chatId: string): Promise<Draft | null | undefined> {
  const [draft, chat] = await Promise.all([
    row<Draft>(
      ctx,
      sql`select ${draftColumns} from chat_drafts d
          where d.tenant_id = ${ctx.tenantId} and d.user_id = ${userId} and d.chat_id = ${chatId}`,
    ),
    row<{ id: string }>(ctx, sql`select id from chats where tenant_id = ${ctx.tenantId} and id = ${chatId}`),
  ]);
  return chat && (draft ?? null);
}

/** Replaces a draft. Returns nothing if there is none. */
export const updateDraft = (ctx: Ctx, userId: string, chatId: string, { mode, text, fileIds }: DraftContent) =>
  row<Draft>(
    ctx,
    sql`update chat_drafts d set mode = ${mode}, text = ${text}, file_ids = ${fileIds}::uuid[], updated_at = ${ctx.clock.now()}
        where d.tenant_id = ${ctx.tenantId} and d.user_id = ${userId} and d.chat_id = ${chatId} returning ${draftColumns}`,
  );

/** Inserts a draft. Returns nothing if there is no such chat. */
export const insertDraft = (ctx: Ctx, userId: string, chatId: string, { mode, text, fileIds }: DraftContent) =>
  row<Draft>(
    ctx,
    sql`insert into chat_drafts as d (tenant_id, user_id, chat_id, mode, text, file_ids, updated_at)
        select ${ctx.tenantId}, ${userId}, c.id, ${mode}, ${text}, ${fileIds}::uuid[], ${ctx.clock.now()}
        from chats c where c.tenant_id = ${ctx.tenantId} and c.id = ${chatId}
        on conflict (tenant_id, user_id, chat_id) do update
          set mode = excluded.mode, text = excluded.text, file_ids = excluded.file_ids, updated_at = excluded.updated_at
        returning ${draftColumns}`,
  );

export const countDrafts = async (ctx: Ctx, userId: string): Promise<number> => {
  const statement = sql`select count(*)::int as drafts from chat_drafts where tenant_id = ${ctx.tenantId} and user_id = ${userId}`;
  return (await row<{ drafts: number }>(ctx, statement))?.drafts ?? 0;
};

/** Returns whether there was a draft. */
export const deleteDraftRow = async (ctx: Ctx, userId: string, chatId: string): Promise<boolean> => {
  const statement = sql`delete from chat_drafts
    where tenant_id = ${ctx.tenantId} and user_id = ${userId} and chat_id = ${chatId} returning chat_id`;
  return (await row(ctx, statement)) !== undefined;
};

/** Deletes everyone's drafts in these chats. */
export const deleteDraftsOf = (ctx: Ctx, chatIds: string[]) =>
  rows(ctx, sql`delete from chat_drafts where tenant_id = ${ctx.tenantId} and chat_id = any(${chatIds}::uuid[])`);
