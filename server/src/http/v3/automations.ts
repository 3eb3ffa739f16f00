import {
  type Automation,
  type AutomationVersion,
  archiveAutomation,
  automationProblems,
  createAutomation,
  Definition,
  deleteAutomation,
  getAutomation,
  getVersion,
  pauseAutomation,
  publishAutomation,
  redactedAutomation,
  redactedVersion,
  searchAutomations,
  searchVersions,
  simulateAutomation,
  triggerAutomation,
  updateAutomation,
} from '../../domain/automations/index.ts';
import type { Ctx } from '../../storage/context.ts';
import {
  AutomationPublish,
  AutomationSimulate,
  AutomationSimulation,
  AutomationTrigger,
  automationShapes,
  toAutomation,
  toAutomationVersion,
  toSimulation,
} from '../../wire/v3/automation.ts';
import { SearchBody, searchReply, toSearchReply } from '../../wire/v3/search.ts';
import { NoBody } from '../../wire/v3/shapes.ts';
import { type RequestScope, route } from '../route.ts';
import { dataReply, deleteRoute, emptyReply, isSuspended, searchRoute } from './rows.ts';

const tag = 'Automations';
const read = { tag, scope: 'automations.read', feature: 'automations' } as const;
const write = { tag, scope: 'automations.write', feature: 'automations' } as const;
const shapes = automationShapes(Definition);

/** Returns automations for a response, without the credentials that older versions accepted in definitions. */
const showAll = async (ctx: Ctx, automations: Automation[], scope: RequestScope) => {
  const problems = await automationProblems(ctx, automations);
  const suspended = isSuspended('automations', scope);
  return automations.map((automation, i) =>
    toAutomation(redactedAutomation(automation), { isSuspended: suspended, problems: problems[i] ?? [] }),
  );
};
const show = async (ctx: Ctx, automation: Automation, scope: RequestScope) => (await showAll(ctx, [automation], scope))[0];
const showVersion = (version: AutomationVersion) => toAutomationVersion(redactedVersion(version));

export const automations = [
  route({
    ...write,
    method: 'POST',
    path: '/automations',
    operationId: 'createAutomation',
    viewers: 'forbidden',
    fails: ['quota_exceeded'],
    summary: 'Create an automation as a draft with its first version; it does nothing until it is published',
    status: 201,
    body: shapes.AutomationCreate,
    reply: dataReply(shapes.Automation),
    handle: async (ctx, { body }, scope) => ({ data: await show(ctx, await createAutomation(ctx, body), scope) }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/automations/:automationId',
    operationId: 'getAutomation',
    viewers: 'open',
    summary: 'Read an automation with its active and its latest version',
    reply: dataReply(shapes.Automation),
    handle: async (ctx, { params }, scope) => ({ data: await show(ctx, await getAutomation(ctx, params.automationId), scope) }),
  }),
  route({
    ...write,
    method: 'PUT',
    path: '/automations/:automationId',
    operationId: 'updateAutomation',
    viewers: 'forbidden',
    summary: 'Change an automation; another trigger, other steps or another layout make a new version. What is not given stays',
    body: shapes.AutomationUpdate,
    reply: dataReply(shapes.Automation),
    handle: async (ctx, { params, body }, scope) => ({
      data: await show(ctx, await updateAutomation(ctx, params.automationId, body), scope),
    }),
  }),
  deleteRoute({
    ...write,
    path: '/automations/:automationId',
    operationId: 'deleteAutomation',
    viewers: 'forbidden',
    summary: 'Delete an automation and its versions; its runs that have not ended are cancelled',
    remove: deleteAutomation,
  }),
  searchRoute({
    ...read,
    path: '/automations/search',
    operationId: 'searchAutomations',
    viewers: 'open',
    summary: 'Search automations; search looks in the name',
    item: shapes.Automation,
    search: searchAutomations,
    toItems: showAll,
  }),
  route({
    tag,
    scope: 'automations.trigger',
    feature: 'automations',
    method: 'POST',
    path: '/automations/:automationId/trigger',
    operationId: 'triggerAutomation',
    viewers: 'filtered',
    summary: 'Start an active automation for a contact or in a chat, now or at a later time',
    fails: ['contact_not_found', 'chat_not_found'],
    body: AutomationTrigger,
    reply: emptyReply,
    handle: async (ctx, { params, body: { scheduledAt, ...start } }) => {
      await triggerAutomation(ctx, params.automationId, { ...start, at: scheduledAt });
      return {};
    },
  }),
  route({
    ...write,
    method: 'POST',
    path: '/automations/:automationId/publish',
    operationId: 'publishAutomation',
    viewers: 'forbidden',
    summary: 'Activate the latest or the given version; running runs keep their version',
    body: AutomationPublish,
    reply: dataReply(shapes.Automation),
    handle: async (ctx, { params, body }, scope) => ({
      data: await show(ctx, await publishAutomation(ctx, params.automationId, body.versionId), scope),
    }),
  }),
  route({
    ...read,
    method: 'POST',
    path: '/automations/:automationId/simulate',
    operationId: 'simulateAutomation',
    viewers: 'forbidden',
    summary: 'Run the latest or the given version with made-up replies and answers, without any effect, and return the path',
    body: AutomationSimulate,
    reply: dataReply(AutomationSimulation),
    handle: async (ctx, { params, body: { contact, chat, ...input } }) => {
      const request = { ...input, scope: { contact, chat } };
      const { versionId, simulation } = await simulateAutomation(ctx, params.automationId, request);
      return { data: toSimulation(versionId, simulation) };
    },
  }),
  route({
    ...write,
    method: 'POST',
    path: '/automations/:automationId/pause',
    operationId: 'pauseAutomation',
    viewers: 'forbidden',
    reducesUse: true,
    summary: 'Pause an automation; it does not start until it is published again',
    body: NoBody,
    reply: dataReply(shapes.Automation),
    handle: async (ctx, { params }, scope) => ({ data: await show(ctx, await pauseAutomation(ctx, params.automationId), scope) }),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/automations/:automationId/archive',
    operationId: 'archiveAutomation',
    viewers: 'forbidden',
    reducesUse: true,
    summary: 'Archive an automation permanently; it can still be read',
    body: NoBody,
    reply: dataReply(shapes.Automation),
    handle: async (ctx, { params }, scope) => ({
      data: await show(ctx, await archiveAutomation(ctx, params.automationId), scope),
    }),
  }),
  route({
    ...read,
    method: 'POST',
    path: '/automations/:automationId/versions/search',
    operationId: 'searchAutomationVersions',
    viewers: 'open',
    summary: 'Search the versions of an automation, the newest first; search looks in the type of the trigger',
    body: SearchBody,
    reply: searchReply(shapes.AutomationVersion),
    handle: async (ctx, { params, body }) =>
      toSearchReply(await searchVersions(ctx, params.automationId, body), showVersion, body),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/automations/:automationId/versions/:automationVersionId',
    operationId: 'getAutomationVersion',
    viewers: 'open',
    summary: 'Read one version of an automation',
    reply: dataReply(shapes.AutomationVersion),
    handle: async (ctx, { params }) => ({
      data: showVersion(await getVersion(ctx, params.automationId, params.automationVersionId)),
    }),
  }),
];
