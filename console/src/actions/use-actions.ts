import { useEffect, useSyncExternalStore } from 'react';
import { type Action, availableActions, onActions, registerActions, registeredActions } from './registry.ts';

/** Registers actions while the component is shown. `actions` must be the same array until something in it changes: use useMemo. */
export function useActions(actions: readonly Action[]): void {
  useEffect(() => registerActions(actions), [actions]);
}

/** All actions that can run now, for the palette. */
export function useAvailableActions(): Action[] {
  return availableActions(useSyncExternalStore(onActions, registeredActions));
}
