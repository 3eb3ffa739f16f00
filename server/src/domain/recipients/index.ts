export {
  blockRuns,
  insertCounts,
  type RunCounts,
  selectCounts,
  selectCountsOfRuns,
  selectRunCounts,
  unblockRun,
} from './counts.store.ts';
export { countErrors, type RecipientErrorCount, recipientErrorFold } from './errors.store.ts';
export {
  cancelPlanned,
  type Dispatched,
  type Planned,
  recordDispatched,
  restartDispatch,
  retryRecipients,
  selectPlanned,
} from './planned.store.ts';
export { erased, eraseRecipients, lockMerged, lockPlanned, queuedMessagesOf, recordMerged } from './privacy.ts';
export { failLost, selectQueued } from './queued.store.ts';
export { addCounts, type Counts, noCounts, type Recipient, type RecipientError, type RecipientState } from './recipient.ts';
export { countPlanned, planRecipients, type RecipientOutcome, recordOutcomes, removeRecipients } from './recipients.store.ts';
export { searchRecipients } from './search.ts';
