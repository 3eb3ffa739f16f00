import type { types } from '@patchbay/sdk';
import { createReplay } from '../replay.ts';
import { type Change, changeOf, type FeedEvent } from './events.ts';
import { fieldsOf, matches, matchesSearch, mayMatch, reads } from './filter.ts';
import {
  appendPage,
  type ChatList,
  createList,
  dropRow,
  isLoaded,
  type ListQuery,
  markStale,
  placeRow,
  replacePage,
  setHolding,
} from './list.ts';
import { keysOf, knownKeys } from './order.ts';

/** A chat, and what only events say about its latest message. */
export type StoredChat = types.Chat & { latestStatus?: LatestStatus };
export type LatestStatus = { messageId: string; status: string; author: { userId: string; name: string | null } | null };

type Page = { data: types.Chat[]; pagination: { nextCursor: string | null } };

/** More chats than lists show at once. The rows of others stay, and their chats are loaded again when they are shown. */
const MOST_CHATS = 2_000;
/** More unknown chats than this between two loads: the list is loaded again instead. */
const MOST_WANTED = 80;

export type ChatStore = ReturnType<typeof createChatStore>;

/** One store of chats by id; lists hold ids and sort keys. Events change the chat first, then its place in each list. */
export function createChatStore({ channelType = () => undefined }: { channelType?: (id: string) => string | undefined } = {}) {
  const chats = new Map<string, StoredChat>();
  const lists = new Map<string, ChatList>();
  const wanted = new Set<string>();
  let generation = 0;
  const replay = createReplay<() => void>();
  const listeners = new Map<string, Set<() => void>>();

  const emit = (topic: string) => {
    for (const listener of listeners.get(topic) ?? []) listener();
  };

  function subscribe(topic: string, listener: () => void): () => void {
    const set = listeners.get(topic) ?? new Set();
    listeners.set(topic, set.add(listener));
    return () => {
      set.delete(listener);
      if (set.size === 0 && listeners.get(topic) === set) listeners.delete(topic);
    };
  }

  /** Changes a list and tells those who show it, if it is another afterwards. */
  function changeList(key: string, change: (list: ChatList) => void): void {
    const list = lists.get(key);
    if (!list) return;
    const before = list.version;
    change(list);
    if (list.version !== before) emit(`list:${key}`);
  }

  function put(chat: StoredChat): void {
    const known = chats.get(chat.id);
    chats.delete(chat.id); // the newest are last
    chats.set(chat.id, known?.latestStatus && !chat.latestStatus ? { ...chat, latestStatus: known.latestStatus } : chat);
    wanted.delete(chat.id);
    emit(`chat:${chat.id}`);
  }

  function place(chat: StoredChat): void {
    const fields = fieldsOf(chat, channelType);
    for (const key of lists.keys())
      changeList(key, (list) => {
        if (matches(list.filter, fields) && matchesSearch(list.asked.search, chat))
          placeRow(list, chat.id, keysOf(list.order, chat));
        else if (list.pinned !== chat.id) dropRow(list, chat.id);
      });
  }

  function upsert(chat: StoredChat): void {
    put(chat);
    place(chat);
    evict();
  }

  /** Changes fields of a chat that is known, for example before the server has answered. Returns the fields as they were. */
  function patch(id: string, fields: Partial<StoredChat>): Partial<StoredChat> {
    replay.record(() => change(id, fields));
    return change(id, fields);
  }

  function change(id: string, fields: Partial<StoredChat>): Partial<StoredChat> {
    const chat = chats.get(id);
    if (!chat) return {};
    const next = { ...chat, ...fields };
    upsert({ ...next, isUnread: next.unreadCount > 0 });
    return Object.fromEntries(Object.keys(fields).map((name) => [name, chat[name as keyof StoredChat]]));
  }

  function remove(id: string): void {
    chats.delete(id);
    wanted.delete(id);
    for (const key of lists.keys()) changeList(key, (list) => dropRow(list, id));
    emit(`chat:${id}`);
  }

  /** Removes the oldest chats beyond the limit that nobody shows. */
  function evict(): void {
    for (const id of chats.keys()) {
      if (chats.size <= MOST_CHATS) return;
      if (!listeners.has(`chat:${id}`)) chats.delete(id);
    }
  }

  /** A chat that is not here is loaded if a list would show it. */
  function want(id: string, known: Record<string, unknown>): void {
    for (const [key, list] of lists) {
      const keys = knownKeys(list.order, known);
      const isMember = list.keys.has(id);
      if (!isMember && (!mayMatch(list.filter, known) || (keys && !isLoaded(list, keys)))) continue;
      if (wanted.size >= MOST_WANTED) changeList(key, markStale);
      else wanted.add(id);
    }
    if (wanted.has(id)) emit('wanted');
  }

  function applyToContact({ contactId, fields, isListed }: Extract<Change, { kind: 'contact' }>): void {
    const theirs = [...chats.values()].filter((chat) => chat.contactId === contactId);
    for (const chat of theirs) {
      upsert({ ...chat, contact: { ...chat.contact, ...fields } });
      if (isListed) wanted.add(chat.id);
    }
    if (!isListed) return;
    if (theirs.length > 0) emit('wanted');
    else for (const [key, list] of lists) if (reads(list.filter, ['labelId', 'attributes'])) changeList(key, markStale);
  }

  /** Applies an event of the feed. Returns whether a list may count differently now. */
  function apply(event: FeedEvent): boolean {
    const told = changeOf(event);
    if (!told) return false;
    replay.record(() => applyChange(told));
    return applyChange(told);
  }

  function applyChange(told: Change): boolean {
    switch (told.kind) {
      case 'chat': {
        if (chats.has(told.id)) change(told.id, told.fields);
        else want(told.id, { id: told.id, ...told.fields });
        return true;
      }
      case 'message': {
        const chat = chats.get(told.chatId);
        if (chat && isLatest(chat, told.latestStatus, told.timestamp)) change(chat.id, { latestStatus: told.latestStatus });
        return false;
      }
      case 'removed':
        remove(told.id);
        return true;
      case 'contact':
        applyToContact(told);
        return told.isListed;
      default:
        return told satisfies never;
    }
  }

  /** Every page may have changed. */
  function markAllStale(): void {
    for (const key of lists.keys()) changeList(key, markStale);
  }

  /**
   * Call it before a request. The returned function uses the answer, then makes the changes again that came meanwhile: the answer may be
   * older than they are. After a cleared store, or without an answer, it uses nothing.
   */
  function beginAnswer(): (use: (() => void) | null) => void {
    const [end, before] = [replay.begin(), generation];
    return (use) => {
      const missed = end();
      if (!use || generation !== before) return;
      use();
      for (const again of missed) again();
    };
  }

  const rowsOf = (list: ChatList, page: Page) => page.data.map((chat) => ({ id: chat.id, keys: keysOf(list.order, chat) }));

  return {
    subscribe,
    get: (id: string) => chats.get(id),
    getList: (key: string) => lists.get(key),
    apply,
    beginAnswer,
    upsert,
    patch,
    remove,
    /** Ids of chats that lists show or would show and that are not here. */
    takeWanted(most: number): string[] {
      const ids = [...wanted].slice(0, most);
      for (const id of ids) wanted.delete(id);
      return ids;
    },
    want: (id: string) => {
      if (chats.has(id) || wanted.has(id)) return;
      wanted.add(id);
      emit('wanted');
    },
    openList(key: string, asked: ListQuery): ChatList {
      const list = lists.get(key) ?? createList(asked);
      lists.delete(key); // the newest are last
      lists.set(key, list);
      return list;
    },
    /** Forgets all lists but the newest, and chats that are in none of them. */
    closeLists(keep: number): void {
      for (const key of [...lists.keys()].slice(0, Math.max(0, lists.size - keep)))
        if (!listeners.has(`list:${key}`)) lists.delete(key);
      for (const id of chats.keys())
        if (!listeners.has(`chat:${id}`) && ![...lists.values()].some((list) => list.keys.has(id) || list.waiting.has(id)))
          chats.delete(id);
    },
    addPage(key: string, page: Page): void {
      for (const chat of page.data) put(chat);
      changeList(key, (list) => appendPage(list, rowsOf(list, page), page.pagination.nextCursor));
      evict();
    },
    refreshPage(key: string, index: number, page: Page): void {
      for (const chat of page.data) upsert(chat);
      changeList(key, (list) => replacePage(list, index, rowsOf(list, page), page.pagination.nextCursor));
    },
    hold: (key: string, isHolding: boolean) => changeList(key, (list) => setHolding(list, isHolding)),
    /** Keeps the open chat in the list until another one is opened. */
    pin(key: string, id: string | null): void {
      changeList(key, (list) => {
        const before = list.pinned === id ? null : list.pinned;
        list.pinned = id;
        const chat = before ? chats.get(before) : undefined;
        if (chat) place(chat);
      });
    },
    markStale(): void {
      replay.record(markAllStale);
      markAllStale();
    },
    clear(): void {
      generation++;
      chats.clear();
      lists.clear();
      wanted.clear();
      for (const topic of listeners.keys()) emit(topic);
    },
    sizes: () => ({ chats: chats.size, lists: lists.size, wanted: wanted.size, generation }),
  };
}

/** An event of an older message, such as its receipt, does not describe the latest one. */
const isLatest = (chat: StoredChat, { messageId }: LatestStatus, timestamp: string): boolean =>
  chat.latestMessage === null || chat.latestMessage.id === messageId || timestamp >= chat.latestMessage.timestamp;
