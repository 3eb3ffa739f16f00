import sql, { type Sql } from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import { assignments } from '../../storage/update-set.ts';
import { presentFileIds } from '../files/index.ts';
import type { Note, NoteChanges } from './notes.ts';

export const noteColumns = sql`n.id, n.chat_id as "chatId", n.text, c.is_sensitive as "isSensitive", ${presentFileIds('n')},
  (select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name) order by array_position(n.mentions, m.id)), '[]')
    from users m where m.tenant_id = n.tenant_id and m.id = any(n.mentions)) as mentions,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as author,
  n.created_at as "createdAt", n.updated_at as "updatedAt"`;

/** Returns the FROM clause of notes with their chat and author. */
export const noteSource = (notes: Sql): Sql => sql`${notes} n
  join chats c on c.tenant_id = n.tenant_id and c.id = n.chat_id
  left join users u on u.tenant_id = n.tenant_id and u.id = n.author_id`;

/** Inserts a note. An author who was deleted in the meantime becomes null. */
export async function insertNote(
  ctx: Ctx,
  note: { id: string; chatId: string; text: string; authorId: string | null; mentions: string[]; fileIds: string[] },
): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into chat_notes (tenant_id, id, chat_id, author_id, text, mentions, file_ids, created_at, updated_at)
        values (${ctx.tenantId}, ${note.id}, ${note.chatId},
          (select id from users where tenant_id = ${ctx.tenantId} and id = ${note.authorId} for key share), ${note.text},
          ${note.mentions}::uuid[], ${note.fileIds}::uuid[], ${now}, ${now})`,
  );
}

export const selectNote = (ctx: Ctx, id: string) =>
  row<Note>(
    ctx,
    sql`select ${noteColumns} from ${noteSource(sql`chat_notes`)} where n.tenant_id = ${ctx.tenantId} and n.id = ${id}`,
  );

export const updateNoteRow = (ctx: Ctx, id: string, { text, mentions, fileIds }: NoteChanges) =>
  rows(
    ctx,
    sql`update chat_notes set ${assignments(ctx, [
      [text, sql`text = ${text}`],
      [mentions, sql`mentions = ${mentions}::uuid[]`],
      [fileIds, sql`file_ids = ${fileIds}::uuid[]`],
    ])} where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );

/** Returns the contact and the channel of a chat, for events. */
export const selectSubject = (ctx: Ctx, chatId: string) =>
  row<{ contactId: string; channel: { id: string; type: string } }>(
    ctx,
    sql`select c.contact_id as "contactId", json_build_object('id', ch.id, 'type', ch.type) as channel
        from chats c join channels ch on ch.tenant_id = c.tenant_id and ch.id = c.channel_id
        where c.tenant_id = ${ctx.tenantId} and c.id = ${chatId}`,
  );
/** Locks a note and returns the users that it mentions. */
export const lockMentions = async (ctx: Ctx, id: string): Promise<string[] | undefined> => {
  const statement = sql`select mentions from chat_notes where tenant_id = ${ctx.tenantId} and id = ${id} for no key update`;
  return (await row<{ mentions: string[] }>(ctx, statement))?.mentions;
};

/** Deletes all notes of these chats. */
export const deleteNotesOf = (ctx: Ctx, chatIds: string[]) =>
  rows(ctx, sql`delete from chat_notes where tenant_id = ${ctx.tenantId} and chat_id = any(${chatIds}::uuid[])`);
