import type { Page, Search, types } from '@patchbay/sdk';
import type { ListQuery } from './list.ts';
import type { ChatStore } from './store.ts';

export type LoadState = { isLoading: boolean; error: unknown };
type SearchChats = (body: Search) => Promise<Page<types.Chat>>;

const PAGE_SIZE = 50;
/** A query has at most 2,000 characters; an id takes 39. */
const MOST_IDS = 40;
const WANTED_MS = 150;
const IDLE: LoadState = { isLoading: false, error: null };

/** Loads the pages of lists and chats by their ids into the store. One request per list at a time. */
export function createLoader(store: ChatStore, search: SearchChats) {
  const states = new Map<string, LoadState>();
  const listeners = new Set<() => void>();
  let isScheduled = false;

  function setState(key: string, state: LoadState): void {
    states.set(key, state);
    for (const listener of listeners) listener();
  }

  async function attempt(
    key: string,
    asked: ListQuery,
    cursor: string | null,
    use: (page: Page<types.Chat>) => void,
  ): Promise<void> {
    if (states.get(key)?.isLoading) return;
    setState(key, { isLoading: true, error: null });
    const answer = store.beginAnswer();
    try {
      const page = await search({
        ...asked,
        pagination: { limit: PAGE_SIZE, ...(cursor ? { cursor } : { includeTotal: false }) },
      });
      answer(() => use(page));
      setState(key, IDLE);
    } catch (error) {
      answer(null);
      setState(key, { isLoading: false, error });
    }
  }

  /** Loads chats that lists miss. What cannot be loaded now is loaded when its row is shown. */
  async function loadWanted(): Promise<void> {
    isScheduled = false;
    const ids = store.takeWanted(MOST_IDS);
    if (ids.length === 0) return;
    const answer = store.beginAnswer();
    const query = `in(id,${ids.map((id) => JSON.stringify(id)).join(',')})`;
    const page = await search({ query, pagination: { limit: MOST_IDS, includeTotal: false } }).catch(() => null);
    answer(page && (() => useChats(ids, page.data)));
    if (page) scheduleWanted();
  }

  function useChats(ids: readonly string[], chats: readonly types.Chat[]): void {
    for (const chat of chats) store.upsert(chat);
    const found = new Set(chats.map(({ id }) => id));
    for (const id of ids) if (!found.has(id)) store.remove(id);
  }

  function scheduleWanted(): void {
    if (!isScheduled) setTimeout(() => void loadWanted(), WANTED_MS);
    isScheduled = true;
  }

  store.subscribe('wanted', scheduleWanted);

  return {
    state: (key: string): LoadState => states.get(key) ?? IDLE,
    onState(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Loads the first page, or the next one. */
    async loadMore(key: string): Promise<void> {
      const list = store.getList(key);
      if (!list || list.nextCursor === null) return;
      await attempt(key, list.asked, list.nextCursor ?? null, (page) => store.addPage(key, page));
    },
    /** Loads a page again. What is shown stays if that fails. */
    async reload(key: string, index: number): Promise<void> {
      const list = store.getList(key);
      const page = list?.pages[index];
      if (list && page) await attempt(key, list.asked, page.cursor, (loaded) => store.refreshPage(key, index, loaded));
    },
    /** Loads the first page of a list that shows nothing: it failed, or is empty and events may be missing. */
    async loadEmpty(key: string): Promise<void> {
      const list = store.getList(key);
      if (!list || list.rows.length > 0) return;
      if (list.nextCursor === undefined) await this.loadMore(key);
      else if (list.pages[0]?.isStale) await this.reload(key, 0);
    },
    clear(): void {
      states.clear();
    },
  };
}
