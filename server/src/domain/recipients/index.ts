export { blockRuns, insertCounts, type RunCounts, selectCounts, selectRunCounts, unblockRun } from './counts.store.ts';
export {
  cancelPlanned,
  type Planned,
  planAgain,
  type Released,
  recordReleased,
  retryOnDeadlock,
  takePlanned,
} from './planned.store.ts';
export { emptyRecipients, erased, holdMerged, holdPlanned, queuedFor, recordMerged } from './privacy.ts';
export { failLost, selectQueued } from './queued.store.ts';
export { addCounts, type Counts, noCounts, type Recipient, type RecipientError, type RecipientState } from './recipient.ts';
export { countPlanned, noteRecipients, planRecipients, type RecipientOutcome, removeRecipients } from './recipients.store.ts';
export { searchRecipients } from './search.ts';
