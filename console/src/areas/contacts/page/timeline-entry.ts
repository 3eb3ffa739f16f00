import type { types } from '@patchbay/sdk';

export type Purpose = 'marketing' | 'utility' | 'service';

/** What an event says about a contact, without words: the words are those of the person's language. */
export type TimelineEntry =
  | { kind: 'created' | 'deleted' | 'merged' | 'noteAdded' | 'noteChanged' | 'noteDeleted' }
  | { kind: 'changed'; attributes: string[]; labelsAdded: string[]; labelsRemoved: string[] }
  | { kind: 'consent'; state: 'granted' | 'withdrawn'; purpose: Purpose; address: string; source: string }
  | { kind: 'chatStatus'; status: 'open' | 'closed' | 'snoozed'; chatId: string }
  | { kind: 'chatStarted' | 'chatDeleted'; chatId: string }
  | { kind: 'assigned'; userId: string | null; teamId: string | null; chatId: string }
  | { kind: 'slaBreached'; target: string; chatId: string }
  | { kind: 'rated'; rating: number; comment: string | null; chatId: string }
  | { kind: 'automation'; outcome: 'started' | 'completed' | 'failed'; automationId: string; error: string | null }
  | { kind: 'erased' }
  | { kind: 'other'; type: string };

/** The fields of the events that a timeline shows; which of them there are follows from the type of the event. */
type Data = {
  id: string;
  chatId: string;
  changes?: Changes;
  state: 'granted' | 'withdrawn';
  purpose: Purpose;
  handle: { value: string } | undefined;
  source: string;
  status: 'open' | 'closed' | 'snoozed';
  assignedUserId: string | null;
  assignedTeamId: string | null;
  target: string;
  rating: number;
  comment: string | null;
  automationId: string;
  error: string | null;
};
type Changes = { attributesChanged: string[]; labelsAdded: string[]; labelsRemoved: string[] };

/** Reads an event of the timeline. An event type that this version does not know is shown by its name. */
export function toEntry({ event, data: given }: Pick<types.Event, 'event' | 'data'>): TimelineEntry {
  if ('isErased' in given) return { kind: 'erased' };
  const data = given as unknown as Data;
  switch (event) {
    case 'contact.created':
      return { kind: 'created' };
    case 'contact.deleted':
      return { kind: 'deleted' };
    case 'contact.merged':
      return { kind: 'merged' };
    case 'contact.updated':
      return changed(data.changes);
    case 'consent.recorded':
      return {
        kind: 'consent',
        state: data.state,
        purpose: data.purpose,
        address: data.handle?.value ?? '',
        source: data.source,
      };
    case 'chat.created':
      return { kind: 'chatStarted', chatId: data.id };
    case 'chat.deleted':
      return { kind: 'chatDeleted', chatId: data.id };
    case 'chat.status_changed':
      return { kind: 'chatStatus', status: data.status, chatId: data.id };
    case 'chat.assigned':
      return { kind: 'assigned', userId: data.assignedUserId, teamId: data.assignedTeamId, chatId: data.id };
    case 'chat.sla_breached':
      return { kind: 'slaBreached', target: data.target, chatId: data.id };
    case 'chat.rated':
      return { kind: 'rated', rating: data.rating, comment: data.comment, chatId: data.chatId };
    case 'note.created':
      return { kind: 'noteAdded' };
    case 'note.updated':
      return { kind: 'noteChanged' };
    case 'note.deleted':
      return { kind: 'noteDeleted' };
    case 'automation.run_started':
    case 'automation.run_completed':
    case 'automation.run_failed':
      return {
        kind: 'automation',
        outcome: event.slice('automation.run_'.length) as 'started',
        automationId: data.automationId,
        error: data.error,
      };
    default:
      return { kind: 'other', type: event };
  }
}

const changed = (changes: Changes | undefined): TimelineEntry => ({
  kind: 'changed',
  attributes: changes?.attributesChanged ?? [],
  labelsAdded: changes?.labelsAdded ?? [],
  labelsRemoved: changes?.labelsRemoved ?? [],
});

/** Groups entries by the day of the browser's zone, in their order. */
export function byDay<T extends { createdAt: string }>(entries: readonly T[]): [day: string, entries: T[]][] {
  return [...Map.groupBy(entries, ({ createdAt }) => new Date(createdAt).toDateString())];
}
