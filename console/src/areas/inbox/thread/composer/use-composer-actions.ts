import { msg } from '@lingui/core/macro';
import { NotebookPen, Reply } from 'lucide-react';
import { type DragEvent, type RefObject, useEffect, useMemo, useState } from 'react';
import { useActions } from '../../../../actions/use-actions.ts';
import { useServices } from '../services.ts';

/** Keys that go to the composer; they replace each other when another chat is opened. */
export function useFocusActions(chatId: string, field: RefObject<HTMLTextAreaElement | null>): void {
  const { composers } = useServices();
  useActions(
    useMemo(() => {
      const focus = (mode: 'reply' | 'note') => {
        composers.dispatch(chatId, { do: 'mode', mode });
        requestAnimationFrame(() => field.current?.focus());
      };
      const group = msg`Chat`;
      return [
        { id: 'chat.reply', title: msg`Write a reply`, group, icon: Reply, shortcut: 'r', run: () => focus('reply') },
        { id: 'chat.note', title: msg`Write a note`, group, icon: NotebookPen, shortcut: 'n', run: () => focus('note') },
      ];
    }, [composers, chatId, field]),
  );
}

/** Files can be dropped anywhere on the composer. */
export function useDrop(chatId: string) {
  const { composers, drafts } = useServices();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => () => void drafts.flush(chatId), [drafts, chatId]);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      for (const file of event.dataTransfer.files) void composers.addFile(chatId, file);
    },
  };
  return { isOver, handlers };
}
