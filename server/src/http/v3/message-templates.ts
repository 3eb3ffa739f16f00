import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  searchTemplates,
  submitTemplate,
  type Template,
  updateTemplate,
  variablesOf,
} from '../../domain/templates/index.ts';
import {
  MessageTemplate,
  MessageTemplateCreate,
  MessageTemplateUpdate,
  toMessageTemplate,
} from '../../wire/v3/message-template.ts';
import { NoBody } from '../../wire/v3/shapes.ts';
import { route } from '../route.ts';
import { dataReply, deleteRoute, searchRoute } from './rows.ts';

const tag = 'Message templates';
const read = { tag, scope: 'message_templates.read' } as const;
const write = { tag, scope: 'message_templates.write' } as const;

const shown = (template: Template) => toMessageTemplate(template, variablesOf(template));

export const messageTemplates = [
  route({
    ...write,
    method: 'POST',
    path: '/message_templates',
    operationId: 'createMessageTemplate',
    viewers: 'open',
    summary: 'Create a template as a draft; it can be sent after it is submitted and approved',
    status: 201,
    body: MessageTemplateCreate,
    reply: dataReply(MessageTemplate),
    handle: async (ctx, { body: { channelId, ...text } }) => ({ data: shown(await createTemplate(ctx, channelId, text)) }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/message_templates/:messageTemplateId',
    operationId: 'getMessageTemplate',
    viewers: 'open',
    summary: 'Read a template',
    reply: dataReply(MessageTemplate),
    handle: async (ctx, { params }) => ({ data: shown(await getTemplate(ctx, params.messageTemplateId)) }),
  }),
  route({
    ...write,
    method: 'PUT',
    path: '/message_templates/:messageTemplateId',
    operationId: 'updateMessageTemplate',
    viewers: 'open',
    summary: 'Change a draft or a rejected template; what is not given stays',
    body: MessageTemplateUpdate,
    reply: dataReply(MessageTemplate),
    handle: async (ctx, { params, body }) => ({ data: shown(await updateTemplate(ctx, params.messageTemplateId, body)) }),
  }),
  deleteRoute({
    ...write,
    path: '/message_templates/:messageTemplateId',
    operationId: 'deleteMessageTemplate',
    viewers: 'open',
    summary: 'Delete a template, here at once and at the provider shortly after',
    remove: deleteTemplate,
  }),
  route({
    ...write,
    method: 'POST',
    path: '/message_templates/:messageTemplateId/submit',
    operationId: 'submitMessageTemplate',
    viewers: 'open',
    summary: 'Submit a draft or a rejected template for review; channels without a review approve it at once',
    body: NoBody,
    reply: dataReply(MessageTemplate),
    handle: async (ctx, { params }) => ({ data: shown(await submitTemplate(ctx, params.messageTemplateId)) }),
  }),
  searchRoute({
    ...read,
    path: '/message_templates/search',
    operationId: 'searchMessageTemplates',
    viewers: 'open',
    summary: 'Search templates; search looks in the name',
    item: MessageTemplate,
    search: searchTemplates,
    toItem: shown,
  }),
];
