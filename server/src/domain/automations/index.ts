export { advanceRun } from './advance-run.ts';
export type { Automation, AutomationVersion } from './automation.ts';
export {
  archiveAutomation,
  createAutomation,
  deleteAutomation,
  getAutomation,
  pauseAutomation,
  publishAutomation,
  triggerAutomation,
  updateAutomation,
} from './automations.ts';
export { redactedAutomation, redactedVersion } from './credentials.ts';
export { Definition } from './definition.ts';
export type { Simulation } from './execution/simulate.ts';
export { removeStepsBefore } from './privacy.store.ts';
export { emptyRuns, moveRuns } from './privacy.ts';
export { automationProblems } from './problems.ts';
export type { Run, RunStep } from './run.ts';
export { cancelRun, getRun, retryRun, signalRun } from './runs.ts';
export { searchAutomations, searchRuns, searchVersions } from './search.ts';
export { simulateAutomation } from './simulation.ts';
export { startMany } from './start-many.ts';
export { startRun } from './start-run.ts';
export { stepCounts } from './step-counts.ts';
export { eventsForAutomations, handleEvent } from './triggers.ts';
export { getVersion } from './versions.ts';
