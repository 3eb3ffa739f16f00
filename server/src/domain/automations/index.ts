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
export { shownAutomation, shownVersion } from './credentials.ts';
export { Definition } from './definition.ts';
export { checkText, type Guard, pathsIn, render } from './execution/render.ts';
export { emptyRuns, moveRuns, removeStepsBefore } from './privacy.ts';
export { automationProblems } from './problems.ts';
export type { Run, RunStep } from './run.ts';
export { searchRuns, stepCounts } from './run-search.ts';
export { advanceRun, cancelRun, getRun, retryRun, startRun, tellRun } from './runs.ts';
export { searchAutomations } from './search.ts';
export { startMany } from './start-many.ts';
export { heardAmong, hearEvent } from './triggers.ts';
export { getVersion, searchVersions } from './versions.ts';
