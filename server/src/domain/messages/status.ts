import type { MessageError, MessageStatus } from './message.ts';

/** The state of a send. `unknown`: the provider was called and its response was lost. */
export type SendState = 'queued' | 'sending' | 'accepted' | 'failed' | 'unknown' | 'cancelled';

/** Returns whether a send has ended. `unknown` has no job either, but a receipt can still change it. */
export const isSettled = (state: SendState | null): boolean =>
  state === 'accepted' || state === 'failed' || state === 'cancelled';

export type HistoryEntry = { status: string; at: string };

/** The fields of a message that a status report can change. */
export type Track = {
  status: MessageStatus;
  sendState: SendState | null;
  history: HistoryEntry[];
  errors: MessageError[];
};

export type StatusReport = { status: MessageStatus; at: Date; error?: MessageError | null };

/** Reports arrive in any order, and a status never falls. Delivery overrides a failure. */
const rank: Record<MessageStatus, number> = { scheduled: 0, pending: 1, sent: 2, failed: 3, delivered: 4, read: 5, deleted: 6 };

/** Returns the message after a report. A repeat changes nothing; a late one is added to the history only. */
export function advance(track: Track, report: StatusReport): Track {
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

/** Any report settles an open send. */
const stateAfter = (state: SendState, status: MessageStatus): SendState => {
  if (state === 'cancelled' || status === 'pending' || status === 'scheduled') return state;
  return status === 'failed' ? 'failed' : 'accepted';
};
