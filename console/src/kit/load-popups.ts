import { type ComponentType, lazy } from 'react';

type Popups = typeof import('./popups.ts');

/** Loads what opens over a page. No page needs it to be usable, so it is not part of the first load. */
export const loadPopups = (): Promise<Popups> => import('./popups.ts');

/** Loads them after the page, so that the first popup opens at once, also without a connection. Returns a function that cancels it. */
export function loadPopupsWhenIdle(): () => void {
  const load = () => void loadPopups().catch(() => undefined); // tried again when one opens
  if (!('requestIdleCallback' in globalThis)) return () => undefined; // Safari
  const id = requestIdleCallback(load);
  return () => cancelIdleCallback(id);
}

/** Returns a component of popups.ts that is loaded when it is shown first. */
export const lazyPopup = <Name extends keyof Popups>(name: Name) =>
  lazy(async () => ({ default: (await loadPopups())[name] as ComponentType<Parameters<Popups[Name]>[0]> }));
