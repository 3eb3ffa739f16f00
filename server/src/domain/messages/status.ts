import type { MessageError, MessageStatus } from './message.ts';

/** How far a send has come. `unknown`: the provider was called and nobody saw the answer. */
export type SendState = 'queued' | 'sending' | 'accepted' | 'failed' | 'unknown' | 'cancelled';

/** Nothing is left to do for a send in such a state. `unknown` has no job either, but may become any of these. */
export const isSettled = (state: SendState | null): boolean =>
  state === 'accepted' || state === 'failed' || state === 'cancelled';

export type HistoryEntry = { status: string; at: string };

/** What a report can change of a message. */
export type Track = {
  status: MessageStatus;
  sendState: SendState | null;
  history: HistoryEntry[];
  errors: MessageError[];
};

export type Report = { status: MessageStatus; at: Date; error?: MessageError | null };

/** Reports come in any order, and a message never goes back: a failure is overruled only by proof that it arrived. */
const rank: Record<MessageStatus, number> = { scheduled: 0, pending: 1, sent: 2, failed: 3, delivered: 4, read: 5, deleted: 6 };

/** The message after a report. A repeat changes nothing; one that comes late is remembered and changes no status. */
export function advance(track: Track, report: Report): Track {
  const isKnown = track.history.some(({ status }) => status === report.status);
  const rises = rank[report.status] > rank[track.status];
  if (isKnown && !rises) return track;
  const history = isKnown ? track.history : [...track.history, { status: report.status, at: report.at.toISOString() }];
  if (!rises) return { ...track, history };
  return {
    status: report.status,
    history,
    sendState: track.sendState && stateAfter(track.sendState, report.status),
    errors: report.status === 'failed' ? (report.error ? [report.error] : track.errors) : [],
  };
}

/** Any word of the provider settles a send that was open. */
const stateAfter = (state: SendState, status: MessageStatus): SendState => {
  if (state === 'cancelled' || status === 'pending' || status === 'scheduled') return state;
  return status === 'failed' ? 'failed' : 'accepted';
};
