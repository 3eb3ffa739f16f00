import type { types } from '@patchbay/sdk';

/** The time in which a send can be taken back. */
export const UNDO_MS = 5_000;

/** So many sends of a chat may follow each other before its latest message is known. */
const MOST_GUARDS = 20;
/** So many chats are remembered, the latest ones. */
const MOST_CHATS = 200;

type Sent = types.FullMessage;
export type Attached = { fileId: string; name: string; mimeType: string };

/** A message or note that was given to the outbox. The chat is fixed at that moment, whatever the screen shows later. */
export type Outgoing = {
  clientKey: string;
  chatId: string;
  at: string;
  sendAt: number;
  /** Texts and files as the bubble shows them. */
  text: string;
  files: readonly Attached[];
  content: { kind: 'message'; body: types.SendMessageBody } | { kind: 'note'; body: types.CreateNoteBody };
  /** The latest message that the person had seen; undefined: send anyway. */
  guard: string | null | undefined;
  state: 'waiting' | 'sending' | 'changed' | 'failed';
  error: unknown;
};

export type Transport = {
  sendMessage: (chatId: string, body: types.SendMessageBody, idempotencyKey: string) => Promise<Sent>;
  createNote: (chatId: string, body: types.CreateNoteBody, idempotencyKey: string) => Promise<types.Note>;
  onSent: (chatId: string, result: Sent | types.Note, kind: Outgoing['content']['kind']) => void;
  /** Whether an error means that the chat has a newer message than the guard. */
  isChanged: (error: unknown) => boolean;
  now: () => number;
  newKey: () => string;
};

export type NewOutgoing = Pick<Outgoing, 'chatId' | 'text' | 'files' | 'content' | 'guard'>;

/**
 * Sends after five seconds, one after the other in each chat. Lives outside the components, so that switching to another chat or
 * closing the composer changes nothing.
 */
export function createOutbox(transport: Transport, undoMs = UNDO_MS) {
  let items: readonly Outgoing[] = [];
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();
  /** The latest message that was sent from here in each chat, and the guards that it and those before it had. */
  const latestSent = new Map<string, { id: string; guards: Outgoing['guard'][] }>();

  const set = (next: readonly Outgoing[]) => {
    items = next;
    for (const listener of listeners) listener();
  };
  const change = (clientKey: string, fields: Partial<Outgoing>) =>
    set(items.map((item) => (item.clientKey === clientKey ? { ...item, ...fields } : item)));
  const find = (clientKey: string) => items.find((item) => item.clientKey === clientKey);

  function add(wanted: NewOutgoing): Outgoing {
    const now = transport.now();
    const item: Outgoing = {
      ...wanted,
      guard: guardOf(wanted),
      clientKey: transport.newKey(),
      at: new Date(now).toISOString(),
      sendAt: now + undoMs,
      state: 'waiting',
      error: null,
    };
    set([...items, item]);
    timers.set(
      item.clientKey,
      setTimeout(() => void send(item.clientKey), undoMs),
    );
    return item;
  }

  /** The screen may not show yet what this window has sent. The guard is then the message that was sent, not the older one on the screen. */
  function guardOf({ chatId, guard }: NewOutgoing): Outgoing['guard'] {
    const latest = latestSent.get(chatId);
    return guard !== undefined && latest?.guards.includes(guard) ? latest.id : guard;
  }

  /** Takes a send back, also one that failed or was refused by the guard. Returns it, so that the composer can show its text again. */
  function remove(clientKey: string): Outgoing | undefined {
    const item = find(clientKey);
    if (!item || item.state === 'sending') return undefined;
    clearTimeout(timers.get(clientKey));
    set(items.filter((one) => one !== item));
    return item;
  }

  /** Sends now: when the time is over, or again after a failure. An earlier send of the chat goes first. */
  async function send(clientKey: string): Promise<void> {
    clearTimeout(timers.get(clientKey));
    const item = find(clientKey);
    if (!item || item.state === 'sending') return;
    const earlier = items.find((one) => one.chatId === item.chatId && one !== item && (one.state === 'sending' || isDue(one)));
    if (earlier && items.indexOf(earlier) < items.indexOf(item))
      return change(clientKey, { state: 'waiting', sendAt: transport.now() });
    change(clientKey, { state: 'sending', error: null });
    try {
      finish(item, await deliver(item));
    } catch (error) {
      const own = ownSince(item, error);
      if (own !== undefined) {
        change(clientKey, { state: 'waiting', guard: own });
        return send(clientKey);
      }
      change(clientKey, { state: transport.isChanged(error) ? 'changed' : 'failed', error });
    }
    sendNext(item.chatId);
  }

  /**
   * A send is also refused when the newer message is the person's own, sent from this window. That one had a guard, so the person has
   * seen everything before it, and the send is repeated with it as the guard.
   */
  function ownSince({ chatId, guard }: Outgoing, error: unknown): string | undefined {
    const own = latestSent.get(chatId)?.id;
    return transport.isChanged(error) && guard !== undefined && own !== guard ? own : undefined;
  }

  const isDue = ({ state, sendAt }: Outgoing) => state === 'waiting' && sendAt <= transport.now();

  function deliver({ chatId, content, guard, clientKey }: Outgoing): Promise<Sent | types.Note> {
    if (content.kind === 'note') return transport.createNote(chatId, content.body, clientKey);
    const isLater = content.body.scheduledAt !== undefined;
    const body = {
      ...content.body,
      metadata: { ...content.body.metadata, clientKey },
      ...(guard !== undefined && !isLater && { ifLatestMessageId: guard }),
    };
    return transport.sendMessage(chatId, body, `${clientKey}:${guard === undefined ? 'anyway' : (guard ?? 'none')}`);
  }

  function finish(item: Outgoing, result: Sent | types.Note): void {
    transport.onSent(item.chatId, result, item.content.kind);
    removeSent(item, result.id);
  }

  /** Removes a sent item. Other sends of the chat that saw the same latest message now follow this one. */
  function removeSent(item: Outgoing, id: string): void {
    if (item.content.kind === 'message' && item.content.body.scheduledAt === undefined) rememberSent(item, id);
    set(
      items
        .filter((one) => one.clientKey !== item.clientKey)
        .map((one) => (one.chatId === item.chatId ? { ...one, guard: guardOf(one) } : one)),
    );
  }

  function rememberSent({ chatId, guard }: Outgoing, id: string): void {
    const before = latestSent.get(chatId);
    if (guard === undefined || before?.id === id) return;
    const guards = before?.id === guard ? before.guards : [];
    latestSent.delete(chatId); // so that it becomes the last one of the map
    latestSent.set(chatId, { id, guards: [...guards, guard].slice(-MOST_GUARDS) });
    const [oldest] = latestSent.keys();
    if (latestSent.size > MOST_CHATS && oldest !== undefined) latestSent.delete(oldest);
  }

  function sendNext(chatId: string): void {
    const next = items.find((one) => one.chatId === chatId && isDue(one));
    if (next) void send(next.clientKey);
  }

  return {
    items: () => items,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add,
    remove,
    send,
    /** Sends without the guard: the person has read the newer message, or does not mind. */
    sendAnyway(clientKey: string) {
      change(clientKey, { guard: undefined, state: 'waiting' });
      return send(clientKey);
    },
    /** Removes what an event shows already: it may arrive before the answer. */
    settle({ id, metadata }: Pick<Sent, 'id' | 'metadata'>) {
      const item = find(String(metadata.clientKey));
      if (item?.state === 'sending') removeSent(item, id);
    },
  };
}
