import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import type { Outgoing } from '../../../live/messages/outbox.ts';
import type { LoadedThread } from '../../../live/messages/store.ts';
import { useServices } from './services.ts';

/** What is not needed for the first look at a chat is asked for after that, and not at all for a chat that is left at once. */
const AFTER_PAINT_MS = 100;

/** Opens a thread, at its end or around a message, and follows it. */
export function useThread(chatId: string, around?: string): LoadedThread {
  const { threads } = useServices();
  useEffect(() => void threads.open(chatId, around), [threads, chatId, around]);
  useEffect(() => {
    const timer = setTimeout(() => threads.loadBeside(chatId), AFTER_PAINT_MS);
    return () => clearTimeout(timer);
  }, [threads, chatId]);
  return useLoadedThread(chatId);
}

/** The thread that the thread pane has opened. */
export function useLoadedThread(chatId: string): LoadedThread {
  const { threads } = useServices();
  return useSyncExternalStore(
    useCallback((listener: () => void) => threads.subscribe(chatId, listener), [threads, chatId]),
    () => threads.get(chatId),
  );
}

/** The messages of a chat that wait, are being sent, or could not be sent. */
export function useOutgoing(chatId: string): readonly Outgoing[] {
  const { outbox } = useServices();
  const items = useSyncExternalStore(outbox.subscribe, outbox.items);
  return useMemo(() => items.filter((item) => item.chatId === chatId), [items, chatId]);
}

export function useComposerState(chatId: string) {
  const { composers } = useServices();
  useEffect(() => composers.open(chatId), [composers, chatId]);
  return useSyncExternalStore(composers.subscribe, () => composers.get(chatId));
}

/** Who only passes a chat on the way to another one does not view it. */
const VIEWED_AFTER_MS = 1_000;
const VIEWING_EVERY_MS = 8_000;
const TYPING_EVERY_MS = 4_000;

/** Announces that the person views the chat. Returns a function that announces typing, to be called at every keystroke. */
export function useAnnouncePresence(chatId: string): () => void {
  const { client, can } = useSession();
  const mayAnnounce = can('chats.write');
  const [lastTyping] = useState(() => ({ at: 0 }));
  const announce = useCallback(
    (state: 'viewing' | 'typing') => {
      if (!mayAnnounce || document.visibilityState !== 'visible') return;
      void client.presence.announce(chatId, { state }, { maxRetries: 0 }).catch(() => undefined);
    },
    [client, chatId, mayAnnounce],
  );
  useEffect(() => {
    const first = setTimeout(() => announce('viewing'), VIEWED_AFTER_MS);
    const timer = setInterval(() => {
      if (Date.now() - lastTyping.at > VIEWING_EVERY_MS) announce('viewing');
    }, VIEWING_EVERY_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [announce, lastTyping]);
  return useCallback(() => {
    if (Date.now() - lastTyping.at < TYPING_EVERY_MS) return;
    lastTyping.at = Date.now();
    announce('typing');
  }, [announce, lastTyping]);
}
