import { createNote, deleteNote, getNote, searchNotes, updateNote } from '../../domain/notes/index.ts';
import { Note, NoteCreate, NoteUpdate, toListedNote, toNote } from '../../wire/v3/note.ts';
import { SearchBody, searchReply, toSearchReply } from '../../wire/v3/search.ts';
import { route } from '../route.ts';
import { dataReply, deleteRoute } from './rows.ts';

const tag = 'Notes';

export const notes = [
  route({
    method: 'POST',
    path: '/chats/:chatId/notes',
    operationId: 'createNote',
    summary: 'Create an internal note about a chat, and notify the users it mentions; the contact never sees it',
    tag,
    scope: 'notes.write',
    viewers: 'filtered',
    status: 201,
    body: NoteCreate,
    reply: dataReply(Note),
    handle: async (ctx, { params, body }, { caller }) => ({
      data: toNote(await createNote(ctx, params.chatId, { ...body, authorId: caller.userId })),
    }),
  }),
  route({
    method: 'GET',
    path: '/notes/:noteId',
    operationId: 'getNote',
    summary: 'Read a note',
    tag,
    scope: 'notes.read',
    viewers: 'filtered',
    reply: dataReply(Note),
    handle: async (ctx, { params }) => ({ data: toNote(await getNote(ctx, params.noteId)) }),
  }),
  route({
    method: 'PUT',
    path: '/notes/:noteId',
    operationId: 'updateNote',
    summary: 'Change a note; what is not given stays, and so does its author',
    tag,
    scope: 'notes.write',
    viewers: 'filtered',
    body: NoteUpdate,
    reply: dataReply(Note),
    handle: async (ctx, { params, body }, { caller }) => ({
      data: toNote(await updateNote(ctx, params.noteId, body, caller.userId)),
    }),
  }),
  deleteRoute({
    path: '/notes/:noteId',
    operationId: 'deleteNote',
    summary: 'Delete a note',
    tag,
    scope: 'notes.write',
    viewers: 'filtered',
    remove: (ctx, id, { caller }) => deleteNote(ctx, id, caller.userId),
  }),
  route({
    method: 'POST',
    path: '/chats/:chatId/notes/search',
    operationId: 'searchNotes',
    summary: 'Search the notes of a chat; search looks in their text',
    tag,
    scope: 'notes.read',
    viewers: 'filtered',
    body: SearchBody,
    reply: searchReply(Note),
    handle: async (ctx, { params, body }) => toSearchReply(await searchNotes(ctx, params.chatId, body), toListedNote, body),
  }),
];
