export { deleteNotesOf } from './notes.store.ts';
export { createNote, deleteNote, getNote, type Note, updateNote } from './notes.ts';
export { searchNotes } from './search.ts';
