export { emptyRecipients, erased, holdMerged, holdPlanned, queuedFor, recordMerged } from './care.ts';
export { blockRuns, insertCounts, type RunCounts, selectCounts, selectRunCounts, unblockRun } from './counts.store.ts';
export { addCounts, type Counts, noCounts, type Recipient, type RecipientError, type RecipientState } from './recipient.ts';
export {
  cancelPlanned,
  failLost,
  insertRecipients,
  type NewRecipient,
  type Note,
  noteRecipients,
  type Planned,
  planAgain,
  type Released,
  recordReleased,
  removeRecipients,
  selectQueued,
  takePlanned,
} from './recipients.store.ts';
export { searchRecipients } from './search.ts';
