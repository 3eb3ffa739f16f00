import { type Action, availableActions } from './registry.ts';

const KEY = 'patchbay.shortcuts';
const SEQUENCE_MS = 1_200;

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;
type Changed = Record<string, string | null>;

const stored = (): Changed => {
  try {
    return JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '{}') as Changed;
  } catch {
    return {};
  }
};

let changed: Changed = stored();
const listeners = new Set<() => void>();

/** The keys of an action: as the person changed them, else the default. */
export const shortcutOf = (action: Pick<Action, 'id' | 'shortcut'>): string | undefined =>
  action.id in changed ? (changed[action.id] ?? undefined) : action.shortcut;

/** Changes the keys of an action in this browser; null takes them away, undefined brings the default back. */
export function setShortcut(actionId: string, keys: string | null | undefined): void {
  const { [actionId]: _before, ...rest } = changed;
  changed = keys === undefined ? rest : { ...rest, [actionId]: keys };
  globalThis.localStorage?.setItem(KEY, JSON.stringify(changed));
  for (const listener of listeners) listener();
}

export const changedShortcuts = (): Changed => changed;

export function onShortcuts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns a key press as text: `mod+shift+k`. By the character and not by the place of the key, so that layouts work; Shift is named only
 * with letters and named keys, because it is part of how other characters are typed. Alt and AltGr type characters: no shortcut has them.
 */
export function keysOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | null {
  if (['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'Dead', 'Process'].includes(key) || altKey) return null;
  const name = key === ' ' ? 'space' : key.toLowerCase();
  const isLetter = name.length > 1 || name !== key.toUpperCase();
  return [(ctrlKey || metaKey) && 'mod', shiftKey && isLetter && 'shift', name].filter(Boolean).join('+');
}

/** Whether keys go into a text: then shortcuts without Ctrl or ⌘ stay silent. */
export function isTyping(target: EventTarget | null): boolean {
  if (typeof HTMLElement === 'undefined' || !(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select');
}

/** Decides which action a key press runs. Keeps the first key of a sequence such as `g i` for a moment. */
export function createMatcher(now: () => number = Date.now) {
  let first: { keys: string; at: number } | null = null;
  return (keys: string, actions: readonly Action[]): Action | undefined => {
    const sequence = first && now() - first.at < SEQUENCE_MS ? `${first.keys} ${keys}` : null;
    const wanted = (text: string) => actions.find((action) => shortcutOf(action) === text);
    const found = (sequence && wanted(sequence)) || wanted(keys);
    const begins = !found && actions.some((action) => shortcutOf(action)?.startsWith(`${keys} `));
    first = begins ? { keys, at: now() } : null;
    return found || undefined;
  };
}

/** What takes the keys while it is open. A toast is a dialog that is not modal: keys go on working beside it. */
const OVER_THE_PAGE = ':is([role="dialog"], [role="alertdialog"]):not([aria-modal="false"]), [role="menu"]';

/** Listens for shortcuts on the whole page until the returned function is called. */
export function listenForShortcuts(): () => void {
  const match = createMatcher();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const keys = keysOf(event);
    if (!keys || (isTyping(event.target) && !keys.startsWith('mod+'))) return;
    if (document.querySelector(OVER_THE_PAGE) && !keys.startsWith('mod+')) return;
    const action = match(keys, availableActions());
    if (!action) return;
    event.preventDefault();
    void action.run();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
