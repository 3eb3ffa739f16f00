/**
 * The job queue. Nothing outside this folder imports another file of it.
 *
 * A job is a row of `jobs`, inserted in the transaction that causes it. NATS only carries the id of a row that can run now. State of a row:
 *
 *   enqueue(at), schedule                 enqueue, no room
 *          │                                     │
 *          ▼           due, no room              ▼
 *     ┌───────────┐ ───────────────────────► ┌─────────┐
 *     │ scheduled │                          │ waiting │  for room in its concurrency key or for its tenant
 *     └───────────┘ ◄─┐                      └─────────┘
 *          │ due      │ complete(retryAt),        │ room: a job of the key ended, or the sweep
 *          ▼          │ next step, failure        ▼
 *          └────────────────► ┌───────────┐ ◄─────┘
 *       enqueue, room ──────► │ published │ ───── complete, last step ────► done: the row is deleted
 *       signal ─────────────► └───────────┘
 *                                   │ too many failures (`failAfter`)
 *                                   ▼
 *                              ┌────────┐  admin jobs retry, schedule, signal ──► scheduled or published
 *                              │ failed │  admin jobs drop, cancel ──► deleted
 *                              └────────┘
 *
 * In columns: scheduled is `published_at is null` and `due_at` in the future; waiting is `published_at is null` and `due_at` past;
 * published is `published_at` set; failed is `failed_at` set. `cancel` deletes a job in any state.
 *
 * Every change of a published job by its worker names the attempt (the fence): if another worker has the job by now, the attempt number
 * has changed and the statement matches no row.
 *
 * A handler has one of three types: `TransactionalHandler`, `ExternalHandler` or `StepwiseHandler`.
 */

// Worker processes
export { asJob } from './as-job.ts';
export type { SharedTransaction } from './batch-handler.ts';
export { connectBroker } from './broker.ts';
// Producers
export { cancel, cancelByInput, reschedule, signal } from './change.ts';
// External handlers
export { complete, completeOrContinue, startNext } from './complete.ts';
// Operators
export { countJobs, type QueueKind } from './depth.store.ts';
export { selectDue } from './due.store.ts';
export { enqueue, enqueueMany, schedule, scheduleMany } from './enqueue.ts';
export { dropFailed, type FailingFilter, type FailingJob, listFailing, retryFailed, showJob } from './failures.store.ts';
export { loadJobs, recordFailure } from './failures.ts';
export { createFeed, type Feed, feedNotices, type LiveEvent, liveNotice, type News } from './feed.ts';
export { completeSql, type Freed, freedSql, isCurrentAttempt, jobExists, joinCurrentJob } from './fragments.store.ts';
export { createHolds } from './holds.ts';
export { defineJob, type Job, type JobRef, waitAfter } from './job.ts';
export { findBusyKeys } from './jobs.store.ts';
export type { StepwiseHandler } from './steps.ts';
export { startSweep, sweepOnce } from './sweep.ts';
export { type ExternalHandler, startWorker, type TransactionalHandler, type Work, type WorkerDeps } from './worker.ts';
