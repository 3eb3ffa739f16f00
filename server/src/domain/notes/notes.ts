import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { getChat } from '../chats/index.ts';
import { insertNote, selectNote, updateNoteRow } from './notes.store.ts';

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
