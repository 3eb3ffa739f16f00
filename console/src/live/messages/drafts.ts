import type { types } from '@patchbay/sdk';

export type DraftContent = { mode: 'reply' | 'note'; text: string; fileIds: readonly string[] };

type Entry = {
  content: DraftContent;
  /** Whether the server has another content. */
  isDirty: boolean;
  isSaving: boolean;
  /** When the server stored what this browser sent last. */
  savedAt: string | null;
  timer: ReturnType<typeof setTimeout> | undefined;
};

export type DraftTransport = {
  save: (chatId: string, content: DraftContent) => Promise<types.Draft>;
  remove: (chatId: string) => Promise<unknown>;
  onError: (chatId: string, error: unknown) => void;
};

export const SAVE_AFTER_MS = 400;

export const isEmptyDraft = ({ text, fileIds }: DraftContent): boolean => text.trim() === '' && fileIds.length === 0;

/** Saves drafts on the server a moment after the last keystroke: one request at a time per chat, so that none overtakes another. */
export function createDrafts(transport: DraftTransport, waitMs = SAVE_AFTER_MS) {
  const entries = new Map<string, Entry>();

  function edit(chatId: string, content: DraftContent): void {
    const entry = entries.get(chatId) ?? { content, isDirty: true, isSaving: false, savedAt: null, timer: undefined };
    clearTimeout(entry.timer);
    entries.set(chatId, { ...entry, content, isDirty: true, timer: setTimeout(() => void flush(chatId), waitMs) });
  }

  /** Saves at once what is not saved yet: the person leaves the field or the chat. */
  async function flush(chatId: string): Promise<void> {
    const entry = entries.get(chatId);
    if (!entry?.isDirty) return;
    clearTimeout(entry.timer);
    if (entry.isSaving) return;
    entries.set(chatId, { ...entry, isDirty: false, isSaving: true });
    const savedAt = await store(chatId, entry.content);
    const after = entries.get(chatId);
    if (!after) return;
    entries.set(chatId, { ...after, isSaving: false, savedAt: savedAt ?? after.savedAt });
    if (after.isDirty) await flush(chatId);
  }

  async function store(chatId: string, content: DraftContent): Promise<string | null> {
    try {
      if (!isEmptyDraft(content)) return (await transport.save(chatId, content)).updatedAt;
      await transport.remove(chatId);
    } catch (error) {
      transport.onError(chatId, error);
    }
    return null;
  }

  return {
    edit,
    flush,
    flushAll: () => Promise.all([...entries.keys()].map(flush)),
    /** What was typed here and is newer than what the server has, so that coming back to a chat shows it at once. */
    current: (chatId: string): DraftContent | undefined => entries.get(chatId)?.content,
    isDirty: (chatId: string): boolean => Boolean(entries.get(chatId)?.isDirty || entries.get(chatId)?.isSaving),
    /** Whether an event tells of a change made elsewhere: another tab or device of the same person. */
    isForeign(chatId: string, updatedAt: string): boolean {
      const entry = entries.get(chatId);
      if (entry?.isDirty || entry?.isSaving) return false;
      return !entry?.savedAt || updatedAt > entry.savedAt;
    },
    forget: (chatId: string) => {
      clearTimeout(entries.get(chatId)?.timer);
      entries.delete(chatId);
    },
  };
}
