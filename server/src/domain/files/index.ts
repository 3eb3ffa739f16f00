export type { File, ReadyFile } from './file.ts';
export { deleteFile, failFile, fillFile, findFile, getFile, reserveFile, saveFile, storeFile } from './files.ts';
export { type OpenFile, openFile, openPublicFile, readBytes } from './open.ts';
export { ensurePublicUrl, publicUrl, readPublicId } from './public-link.ts';
export { dropUnclaimed, type Received, receive, tooLarge, UnclaimedTooLong } from './receive.ts';
export { presentFileIds } from './references.store.ts';
export { requireFiles } from './references.ts';
export { searchFiles } from './search.ts';
