import { Failure } from '../../platform/errors.ts';

export const campaignStatuses = ['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled', 'failed'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** Requested by users (start, pause, cancel) or caused by the system (begin, complete, fail). */
export const campaignTransitions = [
  'change',
  'start',
  'schedule',
  'begin',
  'pause',
  'resume',
  'resume_waiting',
  'cancel',
  'retry',
  'complete',
  'lapse',
  'wait',
  'fail',
  'delete',
] as const;
export type CampaignTransition = (typeof campaignTransitions)[number];

/** The status after each transition. A transition is refused from a status that is not listed. */
const targets: Record<CampaignTransition, Partial<Record<CampaignStatus, CampaignStatus>>> = {
  change: { draft: 'draft', scheduled: 'scheduled' },
  start: { draft: 'running' },
  schedule: { draft: 'scheduled', scheduled: 'scheduled' },
  begin: { scheduled: 'running' },
  pause: { running: 'paused', scheduled: 'paused', paused: 'paused' },
  resume: { paused: 'running', running: 'running' },
  resume_waiting: { paused: 'scheduled' },
  cancel: { draft: 'cancelled', scheduled: 'cancelled', running: 'cancelled', paused: 'cancelled', cancelled: 'cancelled' },
  retry: { running: 'running', paused: 'paused', completed: 'running' },
  complete: { running: 'completed' },
  lapse: { scheduled: 'completed' },
  wait: { running: 'scheduled' },
  fail: { scheduled: 'failed', running: 'failed' },
  delete: { draft: 'draft', scheduled: 'scheduled', completed: 'completed', cancelled: 'cancelled', failed: 'failed' },
};

const past: Record<CampaignTransition, string> = {
  change: 'changed',
  start: 'started',
  schedule: 'scheduled',
  begin: 'begun',
  pause: 'paused',
  resume: 'resumed',
  resume_waiting: 'resumed',
  cancel: 'cancelled',
  retry: 'retried',
  complete: 'completed',
  lapse: 'ended',
  wait: 'scheduled again',
  fail: 'failed',
  delete: 'deleted',
};

/** What to do instead, by the current status. */
const instead: Record<CampaignStatus, string> = {
  draft: 'start it first',
  scheduled: 'it starts by itself at its time; cancel it, or change its schedule',
  running: 'pause or cancel it first',
  paused: 'resume or cancel it first',
  completed: 'it is over; make another one, or retry those that failed',
  cancelled: 'it is over; make another one',
  failed: 'it is over; make another one',
};

export const canTransition = (from: CampaignStatus, transition: CampaignTransition): boolean =>
  targets[transition][from] !== undefined;

/** Returns the status after a transition. Throws a conflict that says what to do instead. */
export function statusAfter(from: CampaignStatus, transition: CampaignTransition): CampaignStatus {
  const to = targets[transition][from];
  if (to) return to;
  throw new Failure('conflict', { message: `A campaign that is ${from} cannot be ${past[transition]}: ${instead[from]}` });
}
