import { useSyncExternalStore } from 'react';

/** How this browser tells of notifications. */
export type NoticePreferences = { sound: boolean; desktop: boolean };

const KEY = 'patchbay.notices';
const DEFAULTS: NoticePreferences = { sound: true, desktop: false };
const listeners = new Set<() => void>();
let preferences = stored();

export const noticePreferences = (): NoticePreferences => preferences;

export function setNoticePreferences(change: Partial<NoticePreferences>): void {
  preferences = { ...preferences, ...change };
  localStorage.setItem(KEY, JSON.stringify(preferences));
  for (const listener of listeners) listener();
}

export const useNoticePreferences = (): NoticePreferences =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, noticePreferences);

/** Asks the browser for permission and turns desktop notices on. Returns whether it is allowed. */
export async function enableDesktopNotices(): Promise<boolean> {
  const isAllowed = 'Notification' in globalThis && (await Notification.requestPermission()) === 'granted';
  setNoticePreferences({ desktop: isAllowed });
  return isAllowed;
}

function stored(): NoticePreferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<NoticePreferences>) };
  } catch {
    return DEFAULTS;
  }
}
