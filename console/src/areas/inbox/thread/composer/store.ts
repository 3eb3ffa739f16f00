import type { Patchbay } from '@patchbay/sdk';
import type { createDrafts, DraftContent } from '../../../../live/messages/drafts.ts';
import { type ComposerAction, type ComposerState, composed, doneFile, emptyComposer } from './state.ts';
import { uploadFile } from './upload.ts';

type Drafts = ReturnType<typeof createDrafts>;
const MOST_BYTES = 100_000_000;

/** The composers of all chats that were opened, by chat: an upload that ends after a switch still belongs to its own chat. */
export function createComposers(client: Patchbay, drafts: Drafts) {
  const states = new Map<string, ComposerState>();
  const listeners = new Set<() => void>();

  const get = (chatId: string): ComposerState => states.get(chatId) ?? emptyComposer;

  function set(chatId: string, action: ComposerAction): void {
    states.set(chatId, composed(get(chatId), action));
    for (const listener of listeners) listener();
  }

  /** Changes a composer and saves its draft. */
  function dispatch(chatId: string, action: ComposerAction): void {
    const before = contentOf(get(chatId));
    set(chatId, action);
    const after = contentOf(get(chatId));
    if (JSON.stringify(before) !== JSON.stringify(after)) drafts.edit(chatId, after);
  }

  /** Whether the composer has something that the server does not know yet: typed text, or a file that is being uploaded. */
  const isAhead = (chatId: string): boolean => drafts.isDirty(chatId) || get(chatId).files.some(({ fileId }) => fileId === null);

  /** Reads the draft of the server, when a chat is opened or the draft was changed in another browser. */
  async function load(chatId: string): Promise<void> {
    try {
      const draft = await client.drafts.get(chatId);
      const files = await Promise.all((draft?.fileIds ?? []).map((id) => client.files.get(id).catch(() => null)));
      if (isAhead(chatId)) return;
      set(chatId, { do: 'load', draft, files: files.flatMap((file) => (file ? [doneFile(file)] : [])) });
    } catch {
      if (!get(chatId).isLoaded) set(chatId, { do: 'load', draft: null, files: [] });
    }
  }

  async function addFile(chatId: string, file: File): Promise<void> {
    const key = crypto.randomUUID();
    const base = { key, name: file.name || 'file', mimeType: file.type || 'application/octet-stream', sizeBytes: file.size };
    dispatch(chatId, { do: 'addFile', file: { ...base, fileId: null, progress: 0, error: null } });
    const change = (fields: object) => dispatch(chatId, { do: 'changeFile', key, fields });
    if (file.size > MOST_BYTES) return change({ error: new Error('too_large') });
    try {
      const { id } = await uploadFile(file, (progress) => change({ progress }));
      change({ fileId: id, progress: 1 });
    } catch (error) {
      change({ error });
    }
  }

  return {
    get,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispatch,
    addFile,
    /** Empties the composer after send was pressed. The draft stays on the server until the message is sent. */
    clear: (chatId: string) => set(chatId, { do: 'clear' }),
    open: (chatId: string) => (get(chatId).isLoaded ? undefined : void load(chatId)),
    /** Deletes the draft of a sent message, unless the next one was begun. */
    sent(chatId: string) {
      const content = contentOf(get(chatId));
      if (content.text === '' && content.fileIds.length === 0) drafts.edit(chatId, content);
    },
    changedElsewhere(chatId: string, updatedAt: string) {
      if (get(chatId).isLoaded && drafts.isForeign(chatId, updatedAt)) void load(chatId);
    },
  };
}

const contentOf = ({ mode, text, files }: ComposerState): DraftContent => ({
  mode,
  text,
  fileIds: files.flatMap(({ fileId }) => (fileId ? [fileId] : [])),
});
