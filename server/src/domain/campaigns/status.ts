import { Failure } from '../../platform/errors.ts';

export const campaignStatuses = ['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled', 'failed'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** What people ask for, and what happens by itself: a time has come, a run is over, a run cannot go on. */
export const campaignMoves = [
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
export type CampaignMove = (typeof campaignMoves)[number];

/** Where each move leads; a status that is not listed does not take it. */
const leadsTo: Record<CampaignMove, Partial<Record<CampaignStatus, CampaignStatus>>> = {
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

const past: Record<CampaignMove, string> = {
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

/** What to do instead, by the status that stands in the way. */
const instead: Record<CampaignStatus, string> = {
  draft: 'start it first',
  scheduled: 'it starts by itself at its time; cancel it, or change its schedule',
  running: 'pause or cancel it first',
  paused: 'resume or cancel it first',
  completed: 'it is over; make another one, or retry those that failed',
  cancelled: 'it is over; make another one',
  failed: 'it is over; make another one',
};

export const mayMove = (from: CampaignStatus, move: CampaignMove): boolean => leadsTo[move][from] !== undefined;

/** The status after a move, or the refusal that says what to do instead. */
export function statusAfter(from: CampaignStatus, move: CampaignMove): CampaignStatus {
  const to = leadsTo[move][from];
  if (to) return to;
  throw new Failure('conflict', { message: `A campaign that is ${from} cannot be ${past[move]}: ${instead[from]}` });
}
