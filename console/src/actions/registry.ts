import type { MessageDescriptor } from '@lingui/core';
import type { ComponentType } from 'react';

/** One thing that a person can do. The same definition feeds menus, the command palette and shortcuts. */
export type Action = {
  /** Stable, because changed shortcuts are stored by it: `chat.close`. */
  id: string;
  title: MessageDescriptor;
  /** The heading in the palette and in the list of shortcuts. */
  group: MessageDescriptor;
  icon?: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
  /** Default keys: `mod+k`, `e`, `shift+e`, or a sequence such as `g i`. Never Alt with a letter. */
  shortcut?: string;
  /** Not shown and not run while it is false. */
  isAvailable?: () => boolean;
  /** Groups with a higher rank come later in the palette; 0 unless given, which is before those of the frame. */
  rank?: number;
  /** Other words that find it in the palette. */
  keywords?: string;
  run: () => unknown;
};

let registered: readonly Action[] = [];
const listeners = new Set<() => void>();

export const registeredActions = (): readonly Action[] => registered;

/** Adds actions until the returned function is called. A later action with the same id replaces the earlier one meanwhile. */
export function registerActions(actions: readonly Action[]): () => void {
  set([...registered, ...actions]);
  return () => set(registered.filter((action) => !actions.includes(action)));
}

/** Returns the actions that can run now, each id once; the latest registered wins. */
export function availableActions(actions: readonly Action[] = registered): Action[] {
  const byId = new Map<string, Action>();
  for (const action of actions) {
    byId.delete(action.id);
    byId.set(action.id, action);
  }
  return [...byId.values()].filter((action) => action.isAvailable?.() ?? true);
}

export function onActions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly Action[]): void {
  registered = next;
  for (const listener of listeners) listener();
}
