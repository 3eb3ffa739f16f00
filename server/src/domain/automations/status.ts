import { Failure } from '../../platform/errors.ts';

export const automationStatuses = ['draft', 'active', 'paused', 'archived'] as const;
export type AutomationStatus = (typeof automationStatuses)[number];

export const automationTransitions = ['publish', 'pause', 'archive', 'change'] as const;
export type AutomationTransition = (typeof automationTransitions)[number];

/** The status after each transition, by the status before. A missing status does not allow the transition. */
const transitions: Record<AutomationTransition, Partial<Record<AutomationStatus, AutomationStatus>>> = {
  publish: { draft: 'active', active: 'active', paused: 'active' },
  pause: { active: 'paused', paused: 'paused' },
  archive: { draft: 'archived', active: 'archived', paused: 'archived', archived: 'archived' },
  change: { draft: 'draft', active: 'active', paused: 'paused' },
};

const participles: Record<AutomationTransition, string> = {
  publish: 'published',
  pause: 'paused',
  archive: 'archived',
  change: 'changed',
};

/** Returns the status after a transition. A transition to the current status is allowed and changes nothing. */
export function statusAfter(from: AutomationStatus, transition: AutomationTransition): AutomationStatus {
  const to = transitions[transition][from];
  if (to) return to;
  const instead = from === 'archived' ? 'create another one' : 'publish it first';
  throw new Failure('conflict', { message: `An automation that is ${from} cannot be ${participles[transition]}; ${instead}` });
}
