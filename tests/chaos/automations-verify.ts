import { answerOf, reasonOf, type Started } from './automations-contacts.ts';
import { type Accepted, attributeOf, labelOf, logOf, STEPS_DONE, textsOf } from './automations-definition.ts';
import type { Effects, Evidence, Line, Run } from './automations-evidence.ts';
import type { Received } from './automations-phones.ts';
import { type Calls, refusesFirst } from './automations-shop.ts';

/** The result of comparing the started runs with the database, the received messages and the requests to the shop. */
export type Verdict = {
  runs: number;
  completed: number;
  /** Started, but not in the database. */
  lost: number;
  /** Log lines of a step, or replies to a question, that appear more than once. */
  stepsTwice: number;
  stuck: number;
  /** Distinct messages that must be received. */
  messages: number;
  dup: number;
  missing: number;
  /** Received messages that no run should have sent. */
  unexpected: number;
  /** Contacts with more than one run. */
  doubled: number;
  /** Runs whose steps do not match their replies. */
  wrongPaths: number;
  /** Waits that ended early. */
  early: number;
  /** Contacts with a wrong label, attribute, chat status or events. */
  wrongEffects: number;
  /** Runs whose HTTP request had no idempotency key, or several. */
  wrongKeys: number;
  /** Outbound messages that the provider has not accepted. */
  unsettled: number;
  jobsLeft: number;
  /** Repeated requests with the same key, beyond those after a refusal. Allowed; informational. */
  httpRepeats: number;
  /** Replies that were stored before the timeout and processed after it. Allowed; informational. */
  heardLate: number;
};

/** These figures must be zero, whatever was killed. */
const ZERO = [
  ...(['lost', 'stepsTwice', 'stuck', 'dup', 'missing', 'unexpected', 'doubled', 'wrongPaths', 'early'] as const),
  ...(['wrongEffects', 'wrongKeys', 'unsettled', 'jobsLeft'] as const),
];

/** Returns every reason why the promise is broken. */
export const faultsOf = (verdict: Verdict): string[] => [
  ...(verdict.completed === verdict.runs ? [] : [`completed=${verdict.completed}, not ${verdict.runs}`]),
  ...ZERO.filter((name) => verdict[name] !== 0).map((name) => `${name}=${verdict[name]}, not 0`),
];

export type Observed = Evidence & { received: Received[]; calls: Map<string, Calls> };

/** One contact, its run, and everything observed about both. */
type Case = {
  contact: Started;
  run: Run;
  lines: Line[];
  accepted: Accepted;
  effects: Effects | undefined;
  calls: Calls | undefined;
};

export function verify(contacts: Started[], observed: Observed): { verdict: Verdict; samples: string[] } {
  const runs = Map.groupBy(observed.runs, ({ contactId }) => contactId);
  const cases = casesOf(contacts, runs, observed);
  const casesWhere = (is: (one: Case) => boolean) => cases.filter(is);
  const wrongPaths = casesWhere(({ run, ...one }) => run.status === 'completed' && !isExpectedPath({ run, ...one }));
  const wrongEffects = casesWhere(({ run, ...one }) => run.status === 'completed' && !hasExpectedEffects({ run, ...one }));
  const verdict: Verdict = {
    runs: contacts.length,
    completed: casesWhere(({ run }) => run.status === 'completed').length,
    lost: contacts.length - cases.length,
    stepsTwice: cases.reduce((sum, { lines }) => sum + countRepeated(lines), 0),
    stuck: observed.runs.filter(({ isStuck }) => isStuck).length,
    ...verifyTexts(cases, observed.received),
    doubled: [...runs.values()].filter((all) => all.length > 1).length,
    wrongPaths: wrongPaths.length,
    early: cases.reduce((sum, { lines }) => sum + countEarly(lines), 0),
    wrongEffects: wrongEffects.length,
    wrongKeys: casesWhere(({ calls }) => calls?.keys.size !== 1).length,
    unsettled: observed.outbound.filter(({ sendState }) => sendState !== 'accepted').length,
    jobsLeft: observed.jobsLeft,
    httpRepeats: cases.reduce((sum, { contact, calls }) => sum + (calls?.count ?? 0) - (refusesFirst(contact.order) ? 2 : 1), 0),
    heardLate: countLate(cases, observed),
  };
  const unended = casesWhere(({ run }) => run.status !== 'completed');
  return { verdict, samples: [...unended, ...wrongPaths, ...wrongEffects].slice(0, 5).map(describe) };
}

function casesOf(contacts: Started[], runs: Map<string, Run[]>, observed: Observed): Case[] {
  const lines = Map.groupBy(observed.lines, ({ runId }) => runId);
  const effects = new Map(observed.effects.map((one) => [one.contactId, one]));
  return contacts.flatMap((contact) => {
    const run = runs.get(contact.contactId)?.[0];
    if (!run) return [];
    const mine = lines.get(run.id) ?? [];
    const isReplied = (step: string) => mine.some(({ stepId, outcome }) => stepId === step && outcome === 'replied');
    const accepted = { answer: isReplied('ask'), reason: isReplied('why') };
    return [
      { contact, run, lines: mine, accepted, effects: effects.get(contact.contactId), calls: observed.calls.get(contact.order) },
    ];
  });
}

const namesOf = (lines: Line[]): string[] =>
  lines.flatMap(({ stepId, outcome }) =>
    outcome === 'passed' ? [`${stepId} waiting`, `${stepId} woke`] : [`${stepId} ${outcome}`],
  );

/** Counts repeated log lines. No path visits a step twice, and a question has one reply or one timeout. */
function countRepeated(lines: Line[]): number {
  const ends = lines.map(({ stepId, outcome }) => `${stepId} ${outcome === 'timed_out' ? 'replied' : outcome}`);
  return ends.length - new Set(ends).size;
}

function countEarly(lines: Line[]): number {
  const until = new Map(lines.flatMap((line) => (line.until && line.outcome !== 'passed' ? [[line.stepId, line.until]] : [])));
  const isEarly = ({ stepId, outcome, at }: Line) =>
    (outcome === 'woke' || outcome === 'timed_out') && at < (until.get(stepId) ?? at);
  return lines.filter(isEarly).length;
}

/** Returns whether the accepted replies are those of the contact and the log has all steps of that path in order. */
function isExpectedPath({ contact, run, lines, accepted }: Case): boolean {
  if (accepted.answer && contact.behaviour === 'silent') return false;
  if (accepted.reason && contact.reasonAfterMs === null) return false;
  return (
    run.answer === (accepted.answer ? answerOf(contact) : null) &&
    run.reason === (accepted.reason ? reasonOf(contact) : null) &&
    run.stepsDone === STEPS_DONE &&
    namesOf(lines).join() === logOf(contact, accepted).join()
  );
}

function hasExpectedEffects({ contact, accepted, effects }: Case): boolean {
  const label = labelOf(contact, accepted);
  const wanted = {
    contactId: contact.contactId,
    labelled: label ? 1 : 0,
    noted: 1,
    closed: 1,
    started: 1,
    completed: 1,
    labels: label ? [label] : [],
    attribute: attributeOf(contact, accepted),
  };
  return JSON.stringify(wanted) === JSON.stringify(effects);
}

function verifyTexts(cases: Case[], received: Received[]): Pick<Verdict, 'messages' | 'dup' | 'missing' | 'unexpected'> {
  const wanted = new Set(
    cases.flatMap(({ contact, accepted }) => textsOf(contact, accepted).map((text) => `${contact.phone} ${text}`)),
  );
  const texts = received.map(({ phone, text }) => `${phone} ${text}`);
  const distinct = new Set(texts);
  return {
    messages: wanted.size,
    dup: texts.length - distinct.size,
    missing: [...wanted].filter((one) => !distinct.has(one)).length,
    unexpected: [...distinct].filter((one) => !wanted.has(one)).length,
  };
}

function countLate(cases: Case[], { inbound }: Observed): number {
  const stored = new Map(inbound.map(({ text, at }) => [text, at]));
  const until = ({ lines }: Case) => lines.find(({ stepId, outcome }) => stepId === 'ask' && outcome === 'asked')?.until;
  return cases.filter((one) => {
    const [storedAt, lastAt] = [stored.get(answerOf(one.contact)), until(one)];
    return !one.accepted.answer && storedAt && lastAt && storedAt < lastAt;
  }).length;
}

const describe = ({ contact, run, lines, effects }: Case): string =>
  JSON.stringify({ contact: contact.name, behaviour: contact.behaviour, ...run, log: namesOf(lines), effects });
