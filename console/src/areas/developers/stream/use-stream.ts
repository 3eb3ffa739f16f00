import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import type { FeedEvent } from '../../../live/hub.ts';
import { useFeedEvent } from '../../../live/use-feed.ts';
import { type StreamRow, toRow, withEvent } from './event-log.ts';

const FIRST = 50;

/** The latest events, then every event of the live feed. While it is paused, new events wait and are counted. */
export function useStream() {
  const { client } = useSession();
  const [rows, setRows] = useState<StreamRow[]>([]);
  const [waiting, setWaiting] = useState<FeedEvent[]>([]);
  const [isPaused, setPaused] = useState(false);
  const first = useQuery({
    queryKey: ['developers', 'latest-events'],
    queryFn: ({ signal }) =>
      client.events.search({ sortBy: 'desc(id)', pagination: { limit: FIRST, includeTotal: false } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const stored = first.data?.data;
  useEffect(() => {
    if (!stored) return;
    setRows((before) => {
      const known = new Set(before.map(({ id }) => id));
      return [...before, ...stored.filter(({ id }) => !known.has(id)).map((event) => toRow(event))];
    });
  }, [stored]);
  useFeedEvent('*', (event) => {
    if (isPaused) setWaiting((before) => [...before, event].slice(-FIRST));
    else setRows((before) => withEvent(before, event));
  });
  const resume = () => {
    setRows((before) => waiting.reduce<StreamRow[]>(withEvent, [...before]));
    setWaiting([]);
    setPaused(false);
  };
  return { rows, waiting: waiting.length, isPaused, pause: () => setPaused(true), resume, clear: () => setRows([]), first };
}
