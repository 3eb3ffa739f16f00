import { addBusinessTime, businessTimeBetween, type Hours } from '../business-hours/index.ts';

export const targets = ['first_reply', 'next_reply', 'resolution'] as const;
/** What a policy promises a time for. */
export type Target = (typeof targets)[number];

/** The promised minutes of each target; null: no promise. */
export type Promised = { [T in Target]: number | null };
export type Terms = { promised: Promised; hours: Hours };

/** The promise for one conversation: from the contact's first message until the chat is closed. */
export type SlaState = {
  /** `paused` while the chat is snoozed. */
  status: 'active' | 'paused' | 'ended';
  startedAt: Date;
  firstRepliedAt: Date | null;
  /** A due time stays after it was missed, until the target is met. */
  due: { [T in Target]: Date | null };
  /** What was left of each due time when the chat was snoozed. */
  remainingMs: { [T in Target]?: number };
  /** The targets whose present due time was missed. */
  overdue: Target[];
  /** All targets that were missed in this conversation. */
  breaches: Target[];
};

export type Breach = { target: Target; dueAt: Date };

/** `received`: a message of the contact. `replied`: one by a person. `passed`: nothing but time. */
export type SlaEvent = 'received' | 'replied' | 'snoozed' | 'opened' | 'closed' | 'passed';

const MINUTE_MS = 60_000;

/**
 * Returns the state after an event, and the due times that were missed before it. Missed times are found here and not only by timers, so a
 * late timer cannot turn a late reply into one in time. Pure. Events come in the order of their times.
 */
export function advance(state: SlaState, terms: Terms, event: SlaEvent, at: Date): { state: SlaState; breaches: Breach[] } {
  if (state.status === 'ended') return { state: event === 'received' ? start(terms, at) : state, breaches: [] };
  const breaches = missed(state, at);
  const late = breaches.map(({ target }) => target);
  const known = {
    ...state,
    overdue: targets.filter((target) => state.overdue.includes(target) || late.includes(target)),
    breaches: targets.filter((target) => state.breaches.includes(target) || late.includes(target)),
  };
  return { state: apply(known, terms, event, at), breaches };
}

function apply(state: SlaState, terms: Terms, event: SlaEvent, at: Date): SlaState {
  switch (event) {
    case 'received':
      return receive(resume(state, terms, at), terms, at);
    case 'replied':
      return reply(state, at);
    case 'snoozed':
      return pause(state, terms, at);
    case 'opened':
      return resume(state, terms, at);
    case 'closed':
      return { ...state, status: 'ended', due: noneDue, remainingMs: {}, overdue: [] };
    case 'passed':
      return state;
    default:
      return event satisfies never;
  }
}

const noneDue = { first_reply: null, next_reply: null, resolution: null };

/** Returns the state after the contact's first message. */
export const start = (terms: Terms, at: Date): SlaState => ({
  status: 'active',
  startedAt: at,
  firstRepliedAt: null,
  due: { first_reply: dueAt(terms, 'first_reply', at), next_reply: null, resolution: dueAt(terms, 'resolution', at) },
  remainingMs: {},
  overdue: [],
  breaches: [],
});

function dueAt({ promised, hours }: Terms, target: Target, from: Date): Date | null {
  const minutes = promised[target];
  return minutes === null ? null : (addBusinessTime(hours, from, minutes * MINUTE_MS) ?? null);
}

function missed({ due, overdue }: SlaState, at: Date): Breach[] {
  return targets.flatMap((target) => {
    const time = due[target];
    return time !== null && time <= at && !overdue.includes(target) ? [{ target, dueAt: time }] : [];
  });
}

/** A further message starts the next reply if everything before it is answered. */
function receive(state: SlaState, terms: Terms, at: Date): SlaState {
  if (state.firstRepliedAt === null || state.due.next_reply !== null) return state;
  return { ...state, due: { ...state.due, next_reply: dueAt(terms, 'next_reply', at) } };
}

function reply(state: SlaState, at: Date): SlaState {
  const { resolution } = state.remainingMs;
  return {
    ...state,
    firstRepliedAt: state.firstRepliedAt ?? at,
    due: { ...state.due, first_reply: null, next_reply: null },
    remainingMs: resolution === undefined ? {} : { resolution },
    overdue: state.overdue.filter((target) => target === 'resolution'),
  };
}

/** A due time that was missed does not move. */
function pause(state: SlaState, { hours }: Terms, at: Date): SlaState {
  if (state.status === 'paused') return state;
  const running = targets.filter((target) => state.due[target] !== null && !state.overdue.includes(target));
  const left = running.map((target) => [target, businessTimeBetween(hours, at, state.due[target] ?? at)]);
  const cleared = Object.fromEntries(running.map((target) => [target, null]));
  return { ...state, status: 'paused', due: { ...state.due, ...cleared }, remainingMs: Object.fromEntries(left) };
}

function resume(state: SlaState, { hours }: Terms, at: Date): SlaState {
  if (state.status !== 'paused') return state;
  const due = Object.entries(state.remainingMs).map(([target, ms]) => [target, addBusinessTime(hours, at, ms) ?? null]);
  return { ...state, status: 'active', due: { ...state.due, ...Object.fromEntries(due) }, remainingMs: {} };
}
