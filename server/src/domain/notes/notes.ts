import { Failure, found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { publishToFeed } from '../../registry/publish.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { getChat } from '../chats/index.ts';
import { requireFiles } from '../files/index.ts';
import { notify } from '../notifications/index.ts';
import { activeUsers } from '../users/index.ts';
import { insertNote, lockMentions, selectNote, selectSubject, updateNoteRow } from './notes.store.ts';

/** An internal note on a chat. Contacts, webhooks and automations never receive it. */
export type Note = {
  id: string;
  chatId: string;
  text: string;
  isSensitive: boolean;
  author: { id: string; name: string } | null;
  mentions: { id: string; name: string }[];
  fileIds: string[];
  createdAt: Date;
  updatedAt: Date;
};

export type NewNote = { text: string; authorId: string | null; mentions?: string[]; fileIds?: string[] };
export type NoteChanges = { text?: string | undefined; mentions?: string[] | undefined; fileIds?: string[] | undefined };

/** Creates a note and notifies the users that it mentions. */
export const createNote = (ctx: Ctx, chatId: string, { text, authorId, ...wanted }: NewNote): Promise<Note> =>
  inTransaction(ctx, async (ctx) => {
    const chat = await getChat(ctx, chatId);
    const mentions = await requireMentioned(ctx, wanted.mentions ?? []);
    const fileIds = await requireFiles(ctx, wanted.fileIds ?? []);
    const id = idFor(ctx);
    await insertNote(ctx, { id, chatId: chat.id, text, authorId, mentions, fileIds });
    await notify(ctx, mentions, { type: 'mention', chatId: chat.id, noteId: id, actorId: authorId });
    const note = await getNote(ctx, id);
    await publishNotes(ctx, 'note.created', [note], authorId);
    return note;
  });

export const getNote = async (ctx: Ctx, id: string): Promise<Note> =>
  found(isId(id) ? await selectNote(ctx, id) : undefined, 'note_not_found');

/** Changes a note; the author stays the same. Notifies users that it did not mention before. */
export const updateNote = (ctx: Ctx, id: string, changes: NoteChanges, actorId: string | null): Promise<Note> =>
  inTransaction(ctx, async (ctx) => {
    const { chatId } = await getNote(ctx, id);
    const mentions = changes.mentions && (await requireMentioned(ctx, changes.mentions));
    const fileIds = changes.fileIds && (await requireFiles(ctx, changes.fileIds));
    const before = found(await lockMentions(ctx, id), 'note_not_found');
    await updateNoteRow(ctx, id, { ...changes, mentions, fileIds });
    const added = mentions?.filter((userId) => !before.includes(userId)) ?? [];
    await notify(ctx, added, { type: 'mention', chatId, noteId: id.toLowerCase(), actorId });
    const note = await getNote(ctx, id);
    await publishNotes(ctx, 'note.updated', [note], actorId);
    return note;
  });

/** Throws if one of the users does not exist or is disabled. Locks them. Returns their ids in the standard spelling, each once. */
async function requireMentioned(ctx: Ctx, userIds: string[]): Promise<string[]> {
  const ids = userIds.map((id) => id.toLowerCase());
  const active = ids.length === 0 ? new Set<string>() : await activeUsers(ctx, ids.filter(isId));
  const notFound = { key: 'not_found' as const, message: 'There is no active user with this id' };
  const missing = ids.flatMap((id, i) => (active.has(id) ? [] : [[`mentions.${i}`, notFound]]));
  if (missing.length > 0) throw new Failure('invalid_body_params', { invalidParams: Object.fromEntries(missing) });
  return [...new Set(ids)];
}

export const deleteNote = (ctx: Ctx, id: string, userId: string | null = null): Promise<DeleteResult> =>
  inTransaction(ctx, async (ctx) => {
    const note = isId(id) ? await selectNote(ctx, id) : undefined;
    const result = await deleteByIds(ctx, 'chat_notes', [id]);
    await publishNotes(ctx, 'note.deleted', note && result.deletedIds.length > 0 ? [note] : [], userId);
    return result;
  });

type NoteEvent = 'note.created' | 'note.updated' | 'note.deleted';

/** Publishes that notes changed, and who changed them. The text is for those who may read notes: they fetch it. */
async function publishNotes(ctx: Ctx, type: NoteEvent, notes: Note[], userId: string | null): Promise<void> {
  for (const { id, chatId, fileIds, ...note } of notes) {
    const of = await selectSubject(ctx, chatId);
    const mentions = note.mentions.map((user) => user.id);
    if (of) publishToFeed(ctx, type, of.channel, [{ id, chatId, contactId: of.contactId, userId, mentions, fileIds }]);
  }
}
