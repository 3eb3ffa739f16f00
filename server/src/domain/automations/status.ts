import { Failure } from '../../platform/errors.ts';

export const automationStatuses = ['draft', 'active', 'paused', 'archived'] as const;
export type AutomationStatus = (typeof automationStatuses)[number];

export const automationMoves = ['publish', 'pause', 'archive', 'change'] as const;
export type AutomationMove = (typeof automationMoves)[number];

/** Where each move leads; a status that is not listed does not take it. Archived is where an automation ends. */
const leadsTo: Record<AutomationMove, Partial<Record<AutomationStatus, AutomationStatus>>> = {
  publish: { draft: 'active', active: 'active', paused: 'active' },
  pause: { active: 'paused', paused: 'paused' },
  archive: { draft: 'archived', active: 'archived', paused: 'archived', archived: 'archived' },
  change: { draft: 'draft', active: 'active', paused: 'paused' },
};

const past: Record<AutomationMove, string> = {
  publish: 'published',
  pause: 'paused',
  archive: 'archived',
  change: 'changed',
};

/** The status after a move. To move to where it stands already is allowed and changes nothing. */
export function statusAfter(from: AutomationStatus, move: AutomationMove): AutomationStatus {
  const to = leadsTo[move][from];
  if (to) return to;
  const instead = from === 'archived' ? 'make another one' : 'publish it first';
  throw new Failure('conflict', { message: `An automation that is ${from} cannot be ${past[move]}; ${instead}` });
}
