import { Definition } from '../../server/src/domain/automations/index.ts';

/** The log entry of one step of the flow, and its effect on the contact. */
export type FlowStep = {
  stepId: string;
  type: 'branch' | 'add_label' | 'remove_label' | 'business_hours' | 'end';
  outcome: string;
  detail: object | null;
  labelId?: string;
  looksAtContact?: boolean;
};

export const LABELS = 4;
export const variables = { tier: 'gold', orders: 4, city: 'Lisbon' };

const onVariables = { looksAtContact: false };
const onContact = { looksAtContact: true };
const add = (label: number) => ({ add: label });
const remove = (label: number) => ({ remove: label });

/**
 * Twenty steps without a wait and without a provider: ten branches (eight on variables, two on the contact), four labels added and
 * three removed, each published as an event, two checks of business hours, and the end.
 */
const kinds = [
  onVariables,
  add(0),
  onVariables,
  'hours',
  remove(0),
  onContact,
  add(1),
  onVariables,
  onVariables,
  add(2),
  onVariables,
  remove(1),
  'hours',
  onContact,
  onVariables,
  add(3),
  onVariables,
  remove(2),
  onVariables,
  'end',
] as const;

export const STEPS = kinds.length;

const nameOf = (index: number): string => (index === STEPS - 1 ? 'end' : `step_${index + 1}`);

/** The steps of every run, for the bare script. */
export const wayOf = (labelIds: string[]): FlowStep[] =>
  kinds.map((kind, index) => {
    const stepId = nameOf(index);
    if (kind === 'end') return { stepId, type: 'end', outcome: 'ended', detail: null };
    if (kind === 'hours') return { stepId, type: 'business_hours', outcome: 'open', detail: null };
    if ('looksAtContact' in kind) return { stepId, type: 'branch', outcome: 'chosen', detail: { case: 1 }, ...kind };
    return 'add' in kind
      ? { stepId, type: 'add_label', outcome: 'done', detail: null, labelId: labelIds[kind.add] ?? '' }
      : { stepId, type: 'remove_label', outcome: 'done', detail: null, labelId: labelIds[kind.remove] ?? '' };
  });

/** The same steps as an automation: each branch has a case that does not match before the one that does. */
export const flowOf = (labelIds: string[]): Definition =>
  Definition.parse({
    trigger: { type: 'api' },
    steps: wayOf(labelIds).map(({ stepId: id, type, labelId, looksAtContact }, index) => {
      const next = nameOf(index + 1);
      if (type === 'end') return { id, type };
      if (type === 'business_hours')
        return { id, type, timeZone: 'Europe/Lisbon', days: wholeWeek, onOpen: next, onClosed: next };
      if (type === 'branch') return { id, type, cases: looksAtContact ? casesOnContact(next) : casesOnVariables(next) };
      return { id, type, labelId, next };
    }),
  });

const casesOnVariables = (next: string) => [
  { if: 'eq(variables.tier,"silver")', next: 'end' },
  { if: 'and(eq(variables.tier,"gold"),gt(variables.orders,3))', next },
];

const casesOnContact = (next: string) => [
  { if: 'eq(contact.isSubscribed,false)', next: 'end' },
  { if: 'contains(contact.firstName,"ad")', next },
];

const allDay = [{ from: '00:00', until: '24:00' }];
const wholeWeek = {
  monday: allDay,
  tuesday: allDay,
  wednesday: allDay,
  thursday: allDay,
  friday: allDay,
  saturday: allDay,
  sunday: allDay,
};
