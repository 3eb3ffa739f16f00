import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { publishToFeed } from '../../registry/publish.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { getChat } from '../chats/index.ts';
import { insertNote, selectNote, selectSubject, updateNoteRow } from './notes.store.ts';

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

type NewNote = { text: string; authorId: string | null };

export const createNote = (ctx: Ctx, chatId: string, { text, authorId }: NewNote): Promise<Note> =>
  inTransaction(ctx, async (ctx) => {
    const chat = await getChat(ctx, chatId);
    const id = idFor(ctx);
    await insertNote(ctx, { id, chatId: chat.id, text, authorId });
    await publishNotes(ctx, 'note.created', [{ id, chatId: chat.id }], authorId);
    return getNote(ctx, id);
  });

export const getNote = async (ctx: Ctx, id: string): Promise<Note> =>
  found(isId(id) ? await selectNote(ctx, id) : undefined, 'note_not_found');

/** Changes the text; the author stays the same. */
export const updateNote = (ctx: Ctx, id: string, text: string | undefined, userId: string | null = null): Promise<Note> =>
  inTransaction(ctx, async (ctx) => {
    if (isId(id) && text !== undefined) await updateNoteRow(ctx, id, text);
    const note = await getNote(ctx, id);
    await publishNotes(ctx, 'note.updated', text === undefined ? [] : [note], userId);
    return note;
  });

export const deleteNote = (ctx: Ctx, id: string, userId: string | null = null): Promise<DeleteResult> =>
  inTransaction(ctx, async (ctx) => {
    const note = isId(id) ? await selectNote(ctx, id) : undefined;
    const result = await deleteByIds(ctx, 'chat_notes', [id]);
    await publishNotes(ctx, 'note.deleted', note && result.deletedIds.length > 0 ? [note] : [], userId);
    return result;
  });

type NoteEvent = 'note.created' | 'note.updated' | 'note.deleted';

/** Publishes that notes changed, and who changed them. The text is for those who may read notes: they fetch it. */
async function publishNotes(
  ctx: Ctx,
  type: NoteEvent,
  notes: Pick<Note, 'id' | 'chatId'>[],
  userId: string | null,
): Promise<void> {
  for (const { id, chatId } of notes) {
    const of = await selectSubject(ctx, chatId);
    if (of) publishToFeed(ctx, type, of.channel, [{ id, chatId, contactId: of.contactId, userId }]);
  }
}
