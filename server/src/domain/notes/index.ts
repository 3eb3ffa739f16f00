export { deleteNotesOf } from './notes.store.ts';
export { createNote, deleteNote, getNote, type Note, searchNotes, updateNote } from './notes.ts';
