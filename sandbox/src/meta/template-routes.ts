import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Account, accountsOf, type Environment } from '../environment.ts';
import { authorise, tokenOf } from './authorise.ts';
import { GraphFailure } from './errors.ts';
import type { WhatsAppSpec } from './specs.ts';
import { createTemplate, deleteTemplates, type Template, templatesOf } from './templates.ts';
import type { Json } from './whatsapp-check.ts';

type Query = { name?: string; hsm_id?: string; limit?: string; after?: string; status?: string };
type ById = { Params: { version: string; id: string }; Querystring: Query };

const PAGE = 25;

export function addTemplateRoutes(app: FastifyInstance, environment: Environment): void {
  const path = '/:version/:id/message_templates';
  app.post<ById & { Body: Json }>(path, async (request) => {
    const account = wabaAccount(environment, request.params.id, request);
    const { id, status, category } = createTemplate(environment, account, request.body ?? {});
    return { id, status, category };
  });
  app.get<ById>(path, async (request) => page(environment, wabaAccount(environment, request.params.id, request), request));
  app.delete<ById>(path, async (request) => {
    const account = wabaAccount(environment, request.params.id, request);
    const { name, hsm_id } = request.query;
    if (!name) throw new GraphFailure(100, { details: 'Parameter name is required' });
    if (!deleteTemplates(environment, account, name, hsm_id))
      throw new GraphFailure(100, { subcode: 2593002, details: 'Not found' });
    return { success: true };
  });
}

export const describeTemplate = (environment: Environment, id: string, request: FastifyRequest): Template | null =>
  findTemplate(environment, id, request)?.template ?? null;

/** Returns a template by its id, and the account of the token. */
export function findTemplate(environment: Environment, id: string, request: FastifyRequest) {
  for (const [wabaId, templates] of environment.templates) {
    const template = templates.find((one) => one.id === id);
    if (template) return { template, account: wabaAccount(environment, wabaId, request) };
  }
  return null;
}

/** Returns the number of a business account that has this token. */
export function wabaAccount(environment: Environment, wabaId: string, request: FastifyRequest): Account<WhatsAppSpec> {
  const numbers = accountsOf(environment, 'whatsapp').filter(({ spec }) => spec.wabaId === wabaId);
  const account = numbers.find(({ spec }) => spec.accessToken === tokenOf(request)) ?? numbers[0];
  if (!account) throw new GraphFailure(100, { subcode: 33, details: `There is no WhatsApp business account ${wabaId}` });
  authorise(account, request);
  return account;
}

function page(environment: Environment, account: Account<WhatsAppSpec>, request: FastifyRequest<ById>) {
  const { name, status, after, limit } = request.query;
  const matching = templatesOf(environment, account.spec.wabaId).filter(
    (template) => (!name || template.name === name) && (!status || template.status === status),
  );
  const start = after ? Number(Buffer.from(after, 'base64url').toString()) : 0;
  const end = start + Math.max(1, Number(limit) || PAGE);
  const cursors = { before: cursor(start), after: cursor(end) };
  const next = new URL(`${environment.url}${request.url}`);
  next.searchParams.set('after', cursors.after);
  return {
    data: matching.slice(start, end),
    paging: { cursors, ...(end < matching.length && { next: next.toString() }) },
  };
}

const cursor = (position: number) => Buffer.from(String(position)).toString('base64url');
