import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { getChat } from '../chats/index.ts';
import { noteColumns, noteSource } from './notes.store.ts';
import type { Note } from './notes.ts';

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
