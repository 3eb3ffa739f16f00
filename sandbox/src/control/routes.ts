import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PhoneMessage } from '../callback-builder.ts';
import { createChance } from '../chance.ts';
import type { ChannelDefinition } from '../channel-definition.ts';
import { channels, kinds } from '../channels.ts';
import {
  type Account,
  closeAccount,
  type Environment,
  findAccount,
  forgetEverything,
  type Kind,
  openAccount,
  type Spec,
} from '../environment.ts';
import { describeKnobs, knobsSchema, shownKnobs, withChanges } from '../knobs/settings.ts';
import { emit, type UpdateInput } from './emit.ts';
import { ControlFailure } from './failure.ts';
import { closeWindow, listPeople, readPerson, tracked } from './phones.ts';
import { type Restored, restore, restoreSchema } from './restore.ts';
import { accountSchema, checked, clockSchema, emitSchema, phoneSchema } from './schemas.ts';
import { listSends, type SentQuery } from './sent.ts';

type ById = { Params: { accountId: string } };
type ByPerson = { Params: { accountId: string; address: string } };

const FLUSH_TIMEOUT_MS = 10_000;
const schemasOf = (toSchema: (kind: Kind, definition: ChannelDefinition) => Record<string, unknown>) =>
  Object.fromEntries(kinds.map((kind) => [kind, toSchema(kind, channels[kind])])) as Record<Kind, Record<string, unknown>>;
const knobsSchemas = schemasOf((_kind, definition) => knobsSchema(definition));
const accountSchemas = schemasOf(accountSchema);

/** The control API: accounts, people, knobs, the clock, and what was sent. */
export function addControl(environment: Environment) {
  return async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, _request, reply) => {
      const status = error instanceof ControlFailure ? error.status : ((error as { statusCode?: number }).statusCode ?? 500);
      return reply.code(status).send({ error: (error as Error).message });
    });
    app.setNotFoundHandler((request, reply) =>
      reply.code(404).send({ error: `The sandbox has no ${request.method} ${request.url}.` }),
    );
    app.get('/knobs', async () => Object.fromEntries(kinds.map((kind) => [kind, describeKnobs(channels[kind])])));
    app.post('/clock', async (request) => {
      const { advanceSeconds } = checked<{ advanceSeconds: number }>(request, clockSchema, 'The body');
      environment.clock.advance(advanceSeconds * 1000);
      return { now: new Date(environment.clock.now()).toISOString() };
    });
    app.get('/clock', async () => ({ now: new Date(environment.clock.now()).toISOString() }));
    app.delete('/', async (_request, reply) => {
      forgetEverything(environment);
      return reply.code(204).send();
    });
    addAccountRoutes(app, environment);
    addConversationRoutes(app, environment);
    addReportRoutes(app, environment);
  };
}

function addAccountRoutes(app: FastifyInstance, environment: Environment): void {
  app.get('/accounts', async () => ({ accounts: [...environment.accounts.values()].map(({ id, spec }) => ({ id, ...spec })) }));
  app.put<ById & { Querystring: { unlessTaken?: string } }>('/accounts/:accountId', async (request) => {
    const kind = (request.body as { kind?: Kind } | undefined)?.kind;
    if (!kind || !kinds.includes(kind)) throw new ControlFailure(400, `kind must be one of ${kinds.join(', ')}.`);
    const spec = checked<Spec>(request, accountSchemas[kind], 'The account');
    if (request.query.unlessTaken) requireFree(environment, request.params.accountId, spec);
    const { id } = openAccount(environment, request.params.accountId, { ...spec }, channels[kind]);
    return { id, ...spec };
  });
  app.get<ById>('/accounts/:accountId', async (request) => {
    const { id, spec } = accountOf(environment, request);
    return { id, ...spec };
  });
  app.delete<ById>('/accounts/:accountId', async (request, reply) => {
    accountOf(environment, request);
    closeAccount(environment, request.params.accountId);
    return reply.code(204).send();
  });
  app.post<ById>('/accounts/:accountId/verify', async (request) => {
    const { spec, definition } = accountOf(environment, request);
    if (!definition.verify) throw new ControlFailure(400, `A ${spec.kind} account has no handshake.`);
    return definition.verify(environment, spec);
  });
  app.get<ById>('/accounts/:accountId/knobs', async (request) => {
    const { definition, knobs } = accountOf(environment, request);
    return shownKnobs(definition, knobs);
  });
  app.put<ById>('/accounts/:accountId/knobs', async (request) => {
    const account = accountOf(environment, request);
    const { definition, spec } = account;
    const schema = knobsSchemas[spec.kind];
    const changes = checked<Record<string, unknown>>(request, schema, `The knobs of a ${spec.kind} account:`);
    account.knobs = withChanges(definition, account.knobs, changes);
    if ('seed' in changes) account.chance = createChance(account.knobs.seed);
    return shownKnobs(definition, account.knobs);
  });
}

function addConversationRoutes(app: FastifyInstance, environment: Environment): void {
  app.post<ById>('/accounts/:accountId/phone', async (request) => {
    const account = accountOf(environment, request);
    const message = checked<PhoneMessage>(request, phoneSchema, 'The message');
    const { vendorId, updates } = account.definition.callbacks.inbound(environment, account, message);
    account.outbox.push(tracked(account, message.from, vendorId, updates), account.knobs.inboundDelayMs);
    return { vendorId };
  });
  app.post<ById>('/accounts/:accountId/emit', async (request) => {
    const account = accountOf(environment, request);
    const { updates } = checked<{ updates: UpdateInput[] }>(request, emitSchema, 'The body');
    const results = emit(environment, account, updates);
    account.outbox.push(results.flatMap((result) => result.updates));
    return { vendorIds: results.map((result) => result.vendorId) };
  });
  app.get<ById>('/accounts/:accountId/conversations', async (request) => ({
    conversations: [...accountOf(environment, request).people.all()].slice(-100),
  }));
  app.get<ById>('/accounts/:accountId/people', async (request) => ({ people: listPeople(accountOf(environment, request)) }));
  app.get<ByPerson>('/accounts/:accountId/people/:address', async (request) =>
    readPerson(accountOf(environment, request), request.params.address),
  );
  app.post<ByPerson>('/accounts/:accountId/people/:address/close-window', async (request, reply) => {
    closeWindow(environment, accountOf(environment, request), request.params.address);
    return reply.code(204).send();
  });
  app.delete<ById>('/accounts/:accountId/people', async (request, reply) => {
    accountOf(environment, request).people.clear();
    return reply.code(204).send();
  });
  app.post<ById>('/accounts/:accountId/restore', async (request) => {
    const given = checked<Restored>(request, restoreSchema, 'The body');
    return restore(environment, accountOf(environment, request), given);
  });
  app.get<ById>('/accounts/:accountId/wire', async (request) => ({ entries: accountOf(environment, request).wire }));
  app.get<ById>('/accounts/:accountId/receipts', async (request) => ({ receipts: accountOf(environment, request).receipts }));
}

function addReportRoutes(app: FastifyInstance, environment: Environment): void {
  app.get<ById & { Querystring: SentQuery }>('/accounts/:accountId/sent', async (request) =>
    listSends(accountOf(environment, request).journal, request.query),
  );
  app.get<ById>('/accounts/:accountId/sent/summary', async (request) => accountOf(environment, request).journal.summary());
  app.get<ById>('/accounts/:accountId/callbacks', async (request) => accountOf(environment, request).outbox.counts());
  app.post<ById & { Querystring: { timeoutMs?: string } }>('/accounts/:accountId/flush', async (request) => {
    const body = (request.body ?? {}) as { timeoutMs?: number };
    const timeoutMs = Number(request.query.timeoutMs ?? body.timeoutMs ?? FLUSH_TIMEOUT_MS);
    const pending = await accountOf(environment, request).outbox.idle(timeoutMs);
    return { idle: pending === 0, pending };
  });
}

/** Throws if another account has the same ids at the provider: the new one would get its messages. */
function requireFree(environment: Environment, accountId: string, spec: Spec): void {
  const other = findAccount(environment, spec.kind, ...channels[spec.kind].providerIds(spec));
  if (other && other.id !== accountId)
    throw new ControlFailure(
      409,
      'Another channel has an account with these ids in the sandbox; choose other ids for this channel',
    );
}

function accountOf(environment: Environment, request: FastifyRequest): Account {
  const { accountId } = request.params as { accountId: string };
  const account = environment.accounts.get(accountId);
  if (!account)
    throw new ControlFailure(404, `There is no account "${accountId}"; make it with PUT /_sandbox/accounts/${accountId}.`);
  return account;
}
