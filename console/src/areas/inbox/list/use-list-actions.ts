import { msg } from '@lingui/core/macro';
import {
  AlarmClock,
  Check,
  CheckCheck,
  MailOpen,
  MessageSquareDot,
  RotateCcw,
  Tag,
  UserPlus,
  UserRoundCheck,
} from 'lucide-react';
import { useMemo } from 'react';
import type { Action } from '../../../actions/registry.ts';
import { useActions } from '../../../actions/use-actions.ts';
import { chatStore } from '../../../live/chats/index.ts';
import { type Change, openPicker, type Target, useChange } from '../actions/index.ts';

const chats = msg`Chats`;

type Context = {
  userId: string;
  /** The chosen chats, else the active row or the open chat; null if there is none. */
  target: () => Target | null;
  move: (step: 1 | -1) => void;
  open: () => void;
  toggle: () => void;
  selectAll: () => void;
  clearSelection: () => void;
  hasSelection: () => boolean;
  /** Called when a chat leaves the view by a key, to go to the next one. */
  leave: (target: Target) => void;
  focusSearch: () => void;
};

const DONE: readonly Change['action'][] = ['close', 'snooze'];

/** The actions of the list, for the palette and for keys. */
export function useListActions(context: Context): void {
  const change = useChange();
  const actions = useMemo((): Action[] => {
    const has = () => context.target() !== null;
    const run = (next: Change) => () => {
      const target = context.target();
      if (!target) return;
      if (DONE.includes(next.action)) context.leave(target);
      context.clearSelection();
      void change(target, next);
    };
    const pick = (kind: 'assign' | 'label' | 'snooze') => () => {
      const target = context.target();
      if (target) openPicker(kind, target);
    };
    const isStatus = (...wanted: string[]) => {
      const target = context.target();
      const chat = target && 'ids' in target ? chatStore.get(target.ids[0] ?? '') : undefined;
      return target !== null && (!chat || wanted.includes(chat.status));
    };
    const base = { group: chats, isAvailable: has };
    return [
      { id: 'list.next', title: msg`Next chat`, group: chats, shortcut: 'j', run: () => context.move(1) },
      { id: 'list.previous', title: msg`Previous chat`, group: chats, shortcut: 'k', run: () => context.move(-1) },
      { ...base, id: 'list.open', title: msg`Open chat`, shortcut: 'o', run: context.open },
      { ...base, id: 'list.select', title: msg`Select chat`, shortcut: 'x', run: context.toggle },
      {
        id: 'list.select_all',
        title: msg`Select all chats`,
        group: chats,
        shortcut: 'shift+x',
        icon: CheckCheck,
        run: context.selectAll,
      },
      {
        id: 'list.clear_selection',
        title: msg`Clear selection`,
        group: chats,
        shortcut: 'escape',
        isAvailable: context.hasSelection,
        run: context.clearSelection,
      },
      { id: 'list.search', title: msg`Search messages`, group: chats, shortcut: '/', run: context.focusSearch },
      {
        ...base,
        id: 'chat.close',
        title: msg`Close chat`,
        shortcut: 'e',
        icon: Check,
        isAvailable: () => isStatus('open', 'snoozed'),
        run: run({ action: 'close' }),
      },
      {
        ...base,
        id: 'chat.open',
        title: msg`Reopen chat`,
        shortcut: 'shift+e',
        icon: RotateCcw,
        isAvailable: () => isStatus('closed', 'snoozed'),
        run: run({ action: 'open' }),
      },
      { ...base, id: 'chat.snooze', title: msg`Snooze chat`, shortcut: 's', icon: AlarmClock, run: pick('snooze') },
      { ...base, id: 'chat.assign', title: msg`Assign chat`, shortcut: 'a', icon: UserPlus, run: pick('assign') },
      {
        ...base,
        id: 'chat.take',
        title: msg`Assign chat to me`,
        shortcut: 'i',
        icon: UserRoundCheck,
        run: run({ action: 'assign', userId: context.userId }),
      },
      { ...base, id: 'chat.label', title: msg`Label chat`, shortcut: 'l', icon: Tag, run: pick('label') },
      {
        ...base,
        id: 'chat.unread',
        title: msg`Mark as unread`,
        shortcut: 'u',
        icon: MessageSquareDot,
        run: run({ action: 'mark_unread' }),
      },
      {
        ...base,
        id: 'chat.read',
        title: msg`Mark as read`,
        shortcut: 'shift+u',
        icon: MailOpen,
        run: run({ action: 'mark_read' }),
      },
    ];
  }, [change, context]);
  useActions(actions);
}
