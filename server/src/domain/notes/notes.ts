import sql from 'sql-template-tag';
import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { type Found, search } from '../../storage/search.ts';
import { getChat } from '../chats/index.ts';
import { insertNote, noteColumns, noteSource, selectNote, updateNoteRow } from './notes.store.ts';

/** An internal note on a chat. Contacts, webhooks and automations never receive it. */
export type Note = {
  id: string;
  chatId: string;
  text: string;
  isSensitive: boolean;
  author: { id: string; name: string } | null;
  createdAt: Date;
  updatedAt: Date;
};

export const createNote = (ctx: Ctx, chatId: string, wanted: { text: string; authorId: string | null }): Promise<Note> =>
  inTransaction(ctx, async (ctx) => {
    const chat = await getChat(ctx, chatId);
    const id = idFor(ctx);
    await insertNote(ctx, { id, chatId: chat.id, ...wanted });
    return getNote(ctx, id);
  });

export const getNote = async (ctx: Ctx, id: string): Promise<Note> =>
  found(isId(id) ? await selectNote(ctx, id) : undefined, 'note_not_found');

/** Changes the text; the author stays the same. */
export const updateNote = (ctx: Ctx, id: string, text: string | undefined): Promise<Note> =>
  inTransaction(ctx, async (ctx) => {
    if (isId(id) && text !== undefined) await updateNoteRow(ctx, id, text);
    return getNote(ctx, id);
  });

export const deleteNote = (ctx: Ctx, id: string): Promise<DeleteResult> => deleteByIds(ctx, 'chat_notes', [id]);

const searchable: Searchable = {
  fields: {
    id: { sql: sql`n.id`, type: 'id' },
    createdAt: { sql: sql`n.created_at`, type: 'time' },
    updatedAt: { sql: sql`n.updated_at`, type: 'time' },
    authorId: { sql: sql`n.author_id`, type: 'id', nullable: true },
  },
  searchIn: sql`n.text`,
  defaultSort: 'desc(createdAt)',
};

/** The notes of one chat. `search` looks in their text. */
export async function searchNotes(ctx: Ctx, chatId: string, request: SearchRequest): Promise<Found<Note>> {
  const { id } = await getChat(ctx, chatId);
  const from = noteSource(sql`(select * from chat_notes where tenant_id = ${ctx.tenantId} and chat_id = ${id})`);
  return search<Note>(ctx, { from, tenant: sql`n.tenant_id`, columns: noteColumns, searchable }, request);
}
