import { cancelRun, getRun, retryRun, searchRuns, stepCounts } from '../../domain/automations/index.ts';
import {
  AutomationRun,
  AutomationRunWithSteps,
  StepCountRange,
  StepCounts,
  toRun,
  toRunWithSteps,
} from '../../wire/v3/automation-run.ts';
import { NoBody } from '../../wire/v3/shapes.ts';
import { route } from '../route.ts';
import { dataReply, searchRoute } from './rows.ts';

const read = { tag: 'Automation runs', scope: 'automations.read', feature: 'automations' } as const;
const write = { tag: 'Automation runs', scope: 'automations.write', feature: 'automations' } as const;

export const automationRuns = [
  searchRoute({
    ...read,
    path: '/automation_runs/search',
    operationId: 'searchAutomationRuns',
    viewers: 'filtered',
    summary: 'Search runs of automations',
    item: AutomationRun,
    search: searchRuns,
    toItem: toRun,
  }),
  route({
    ...read,
    method: 'GET',
    path: '/automation_runs/:automationRunId',
    operationId: 'getAutomationRun',
    viewers: 'filtered',
    summary: 'Read a run with its steps, their times and outcomes',
    reply: dataReply(AutomationRunWithSteps),
    handle: async (ctx, { params }) => ({ data: toRunWithSteps(await getRun(ctx, params.automationRunId)) }),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/automation_runs/:automationRunId/cancel',
    operationId: 'cancelAutomationRun',
    viewers: 'filtered',
    reducesUse: true,
    summary: 'Cancel a run; completed steps are not undone',
    body: NoBody,
    reply: dataReply(AutomationRunWithSteps),
    handle: async (ctx, { params }) => ({ data: toRunWithSteps(await cancelRun(ctx, params.automationRunId)) }),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/automation_runs/:automationRunId/retry',
    operationId: 'retryAutomationRun',
    viewers: 'filtered',
    summary: 'Retry a failed run from the step that failed',
    body: NoBody,
    reply: dataReply(AutomationRunWithSteps),
    handle: async (ctx, { params }) => ({ data: toRunWithSteps(await retryRun(ctx, params.automationRunId)) }),
  }),
  route({
    ...read,
    method: 'POST',
    path: '/automations/:automationId/step_counts',
    operationId: 'countAutomationSteps',
    viewers: 'filtered',
    summary: 'Count the outcomes of each step in a time range; the default is the last 30 days',
    body: StepCountRange,
    reply: dataReply(StepCounts),
    handle: async (ctx, { params, body }) => ({ data: await stepCounts(ctx, params.automationId, body) }),
  }),
];
