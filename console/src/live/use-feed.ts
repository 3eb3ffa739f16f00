import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type FeedEvent, feedStatus, onFeedStatus, onReconnected, subscribe } from './feed.ts';

export const useFeedStatus = () => useSyncExternalStore(onFeedStatus, feedStatus);

/** Calls the latest `listener` for events of a type while the component is shown. */
export function useFeedEvent(type: string, listener: (event: FeedEvent) => void): void {
  const latest = useEffectEvent(listener);
  useEffect(() => subscribe(type, (event) => latest(event)), [type]);
}

/** Calls the latest `listener` after the connection came back. */
export function useReconnected(listener: (awayMs: number) => void): void {
  const latest = useEffectEvent(listener);
  useEffect(() => onReconnected((awayMs) => latest(awayMs)), []);
}
