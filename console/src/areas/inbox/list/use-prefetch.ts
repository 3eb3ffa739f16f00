import { type PointerEvent, useCallback, useEffect, useRef } from 'react';
import { useServices } from '../thread/services.ts';

/** A pointer that only passes over a row does not stay this long. */
const HOVER_MS = 40;
/** Opening a chat makes requests of its own; the next chat is loaded after them. Keys held down pass over many rows. */
const NEXT_MS = 200;

/** Loads the messages of chats ahead: the one under the pointer, and the one that `next` names. Returns the handlers of the list. */
export function usePrefetch(next: string | undefined) {
  const { threads } = useServices();
  const hover = useRef<{ id: string; timer: ReturnType<typeof setTimeout> } | null>(null);
  const leave = useCallback(() => {
    clearTimeout(hover.current?.timer);
    hover.current = null;
  }, []);
  const onPointerOver = useCallback(
    (event: PointerEvent) => {
      const id = chatAt(event);
      if (id === hover.current?.id) return;
      leave();
      if (id) hover.current = { id, timer: setTimeout(() => void threads.prefetch(id), HOVER_MS) };
    },
    [threads, leave],
  );
  const onPointerDown = useCallback(
    (event: PointerEvent) => {
      const id = chatAt(event);
      if (id) void threads.prefetch(id);
    },
    [threads],
  );
  useEffect(() => leave, [leave]);
  useEffect(() => {
    if (!next) return;
    const timer = setTimeout(() => void threads.prefetch(next), NEXT_MS);
    return () => clearTimeout(timer);
  }, [threads, next]);
  return { onPointerOver, onPointerLeave: leave, onPointerDown };
}

const chatAt = ({ target }: PointerEvent): string | undefined =>
  (target as Element).closest<HTMLElement>('[data-chat]')?.dataset.chat;
