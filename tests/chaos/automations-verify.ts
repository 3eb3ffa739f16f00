import { type Heard, keptOf, labelOf, logOf, STEPS_WALKED, textsOf } from './automations-definition.ts';
import type { Effects, Evidence, Line, Run } from './automations-evidence.ts';
import { answerOf, reasonOf, type Started } from './automations-people.ts';
import type { Reached } from './automations-phone.ts';
import { type Calls, refusesFirst } from './automations-shop.ts';

/** What was started, what the database says became of it, what reached a phone and what the shop was asked. */
export type Verdict = {
  runs: number;
  completed: number;
  /** Started, and there is no run. */
  lost: number;
  /** Steps, or answers to one question, that are in a log more often than once. */
  stepsTwice: number;
  stuck: number;
  /** Different messages that should have reached somebody. */
  messages: number;
  dup: number;
  missing: number;
  /** Messages that no run should have written. */
  unexpected: number;
  /** Contacts with more than one run. */
  doubled: number;
  /** Runs whose steps are not those of the way their answers lead. */
  wrongPaths: number;
  /** Waits that were over before their time. */
  early: number;
  /** Contacts whose label, attribute, chat or events are not what their run should have made of them. */
  wrongEffects: number;
  /** Runs whose request came under no key, or more than one. */
  wrongKeys: number;
  /** Messages of ours that are neither accepted nor failed, or failed. */
  unsettled: number;
  jobsLeft: number;
  /** Requests beyond what the shop's refusals ask for, each under the key of the first: allowed, and worth knowing. */
  httpRepeats: number;
  /** Answers that were kept before the question's time was over, and heard after it: allowed, and worth knowing. */
  heardLate: number;
};

/** Whatever was killed, these are never anything but none. */
const NEVER = [
  ...(['lost', 'stepsTwice', 'stuck', 'dup', 'missing', 'unexpected', 'doubled', 'wrongPaths', 'early'] as const),
  ...(['wrongEffects', 'wrongKeys', 'unsettled', 'jobsLeft'] as const),
];

/** Every reason why the promise is broken; none when it was kept. */
export const faultsOf = (verdict: Verdict): string[] => [
  ...(verdict.completed === verdict.runs ? [] : [`completed=${verdict.completed}, not ${verdict.runs}`]),
  ...NEVER.filter((name) => verdict[name] !== 0).map((name) => `${name}=${verdict[name]}, not 0`),
];

export type Seen = Evidence & { reached: Reached[]; calls: Map<string, Calls> };

/** One person, their run, and all there is about the two. */
type Case = { person: Started; run: Run; lines: Line[]; heard: Heard; effects: Effects | undefined; calls: Calls | undefined };

export function verify(people: Started[], seen: Seen): { verdict: Verdict; samples: string[] } {
  const runs = Map.groupBy(seen.runs, ({ contactId }) => contactId);
  const cases = casesOf(people, runs, seen);
  const wrong = (is: (one: Case) => boolean) => cases.filter(is);
  const wrongPaths = wrong(({ run, ...one }) => run.status === 'completed' && !isRightWay({ run, ...one }));
  const wrongEffects = wrong(({ run, ...one }) => run.status === 'completed' && !isRightEffect({ run, ...one }));
  const verdict: Verdict = {
    runs: people.length,
    completed: wrong(({ run }) => run.status === 'completed').length,
    lost: people.length - cases.length,
    stepsTwice: cases.reduce((sum, { lines }) => sum + twiceIn(lines), 0),
    stuck: seen.runs.filter(({ isStuck }) => isStuck).length,
    ...verifyTexts(cases, seen.reached),
    doubled: [...runs.values()].filter((all) => all.length > 1).length,
    wrongPaths: wrongPaths.length,
    early: cases.reduce((sum, { lines }) => sum + earlyIn(lines), 0),
    wrongEffects: wrongEffects.length,
    wrongKeys: wrong(({ calls }) => calls?.keys.size !== 1).length,
    unsettled: seen.outbound.filter(({ sendState }) => sendState !== 'accepted').length,
    jobsLeft: seen.jobsLeft,
    httpRepeats: cases.reduce((sum, { person, calls }) => sum + (calls?.count ?? 0) - (refusesFirst(person.order) ? 2 : 1), 0),
    heardLate: countLate(cases, seen),
  };
  const unended = wrong(({ run }) => run.status !== 'completed');
  return { verdict, samples: [...unended, ...wrongPaths, ...wrongEffects].slice(0, 5).map(describe) };
}

function casesOf(people: Started[], runs: Map<string, Run[]>, seen: Seen): Case[] {
  const lines = Map.groupBy(seen.lines, ({ runId }) => runId);
  const effects = new Map(seen.effects.map((one) => [one.contactId, one]));
  return people.flatMap((person) => {
    const run = runs.get(person.contactId)?.[0];
    if (!run) return [];
    const mine = lines.get(run.id) ?? [];
    const isSaid = (step: string) => mine.some(({ stepId, outcome }) => stepId === step && outcome === 'replied');
    const heard = { answer: isSaid('ask'), reason: isSaid('why') };
    return [{ person, run, lines: mine, heard, effects: effects.get(person.contactId), calls: seen.calls.get(person.order) }];
  });
}

const namesOf = (lines: Line[]): string[] =>
  lines.flatMap(({ stepId, outcome }) =>
    outcome === 'passed' ? [`${stepId} waiting`, `${stepId} woke`] : [`${stepId} ${outcome}`],
  );

/** No way leads over a step twice, and a question is answered or times out. */
function twiceIn(lines: Line[]): number {
  const ends = lines.map(({ stepId, outcome }) => `${stepId} ${outcome === 'timed_out' ? 'replied' : outcome}`);
  return ends.length - new Set(ends).size;
}

function earlyIn(lines: Line[]): number {
  const until = new Map(lines.flatMap((line) => (line.until && line.outcome !== 'passed' ? [[line.stepId, line.until]] : [])));
  const isEarly = ({ stepId, outcome, at }: Line) =>
    (outcome === 'woke' || outcome === 'timed_out') && at < (until.get(stepId) ?? at);
  return lines.filter(isEarly).length;
}

/** Nobody who is silent is heard, what was heard is what they wrote, and every step of the way is there in its order. */
function isRightWay({ person, run, lines, heard }: Case): boolean {
  if (heard.answer && person.fate === 'silent') return false;
  if (heard.reason && person.reasonAfterMs === null) return false;
  return (
    run.answer === (heard.answer ? answerOf(person) : null) &&
    run.reason === (heard.reason ? reasonOf(person) : null) &&
    run.stepsDone === STEPS_WALKED &&
    namesOf(lines).join() === logOf(person, heard).join()
  );
}

function isRightEffect({ person, heard, effects }: Case): boolean {
  const label = labelOf(person, heard);
  const wanted = {
    contactId: person.contactId,
    labelled: label ? 1 : 0,
    noted: 1,
    closed: 1,
    started: 1,
    completed: 1,
    labels: label ? [label] : [],
    attribute: keptOf(person, heard),
  };
  return JSON.stringify(wanted) === JSON.stringify(effects);
}

function verifyTexts(cases: Case[], reached: Reached[]): Pick<Verdict, 'messages' | 'dup' | 'missing' | 'unexpected'> {
  const wanted = new Set(cases.flatMap(({ person, heard }) => textsOf(person, heard).map((text) => `${person.phone} ${text}`)));
  const came = reached.map(({ phone, text }) => `${phone} ${text}`);
  const different = new Set(came);
  return {
    messages: wanted.size,
    dup: came.length - different.size,
    missing: [...wanted].filter((one) => !different.has(one)).length,
    unexpected: [...different].filter((one) => !wanted.has(one)).length,
  };
}

function countLate(cases: Case[], { inbound }: Seen): number {
  const kept = new Map(inbound.map(({ text, at }) => [text, at]));
  const until = ({ lines }: Case) => lines.find(({ stepId, outcome }) => stepId === 'ask' && outcome === 'asked')?.until;
  return cases.filter((one) => {
    const [keptAt, lastAt] = [kept.get(answerOf(one.person)), until(one)];
    return !one.heard.answer && keptAt && lastAt && keptAt < lastAt;
  }).length;
}

const describe = ({ person, run, lines, effects }: Case): string =>
  JSON.stringify({ person: person.name, fate: person.fate, ...run, log: namesOf(lines), effects });
