import { z } from 'zod';
import type { Note as DomainNote } from '../../domain/notes/index.ts';
import { fileIdsInput, id, idInput, isoTime, time } from './shapes.ts';

export const Note = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    chatId: id,
    text: z.string().nullable(),
    isSensitive: z.boolean(),
    author: z.strictObject({ id, name: z.string() }).nullable(),
    mentions: z.array(z.strictObject({ id, name: z.string() })),
    fileIds: z.array(id),
  })
  .meta({ id: 'Note' });

/** A single note includes its text; lists of a sensitive chat do not. */
export const toNote = (note: DomainNote): z.infer<typeof Note> => ({
  id: note.id,
  createdAt: isoTime(note.createdAt),
  updatedAt: isoTime(note.updatedAt),
  chatId: note.chatId,
  text: note.text,
  isSensitive: note.isSensitive,
  author: note.author,
  mentions: note.mentions,
  fileIds: note.fileIds,
});

export const toListedNote = (note: DomainNote): z.infer<typeof Note> => ({
  ...toNote(note),
  ...(note.isSensitive && { text: null }),
});

const text = z.string().trim().min(1).max(4_096);

/** The users who are notified of the note. */
const mentions = z.array(idInput).max(20);

export const NoteCreate = z.strictObject({ text, mentions: mentions.default([]), fileIds: fileIdsInput.default([]) });
export const NoteUpdate = z.strictObject({
  text: text.optional(),
  mentions: mentions.optional(),
  fileIds: fileIdsInput.optional(),
});
