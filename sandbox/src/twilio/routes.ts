import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Account, accountsOf, type Environment, findAccount } from '../environment.ts';
import { addressKey } from '../ids.ts';
import { failsThisTime } from '../media.ts';
import { answerSend, keyOf } from '../sending/answer.ts';
import { sendTwilioFailure, TwilioFailure } from './errors.ts';
import { followUp, newText, smsAttempt } from './send.ts';
import type { SmsSpec } from './spec.ts';
import { findTexts, showText, type Text } from './texts.ts';

type Params = { Params: { sid: string; message: string; media: string } };
type Query = { To?: string; From?: string; PageSize?: string; Page?: string; [date: `DateSent${string}`]: string | undefined };

const LARGEST_PAGE = 1000;

export function addTwilio(environment: Environment) {
  return async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, _request, reply) => {
      const failure = error instanceof TwilioFailure ? error : new TwilioFailure(20500, (error as Error).message);
      return sendTwilioFailure(reply, failure);
    });
    app.setNotFoundHandler((_request, reply) => sendTwilioFailure(reply, new TwilioFailure(20404)));
    const messages = '/2010-04-01/Accounts/:sid/Messages';
    app.post<Params>(`${messages}.json`, async (request, reply) => {
      const form = formOf(request);
      const account = senderOf(environment, request, form.get('From'));
      const attempt = smsAttempt(account, form, keyOf(request.headers));
      return answerSend(
        environment,
        account,
        attempt,
        {
          answer: (send) => ({ status: 201, body: showText(account.spec.accountSid, newText(environment, account, form, send)) }),
          refuse: ({ code, details }): never => {
            throw new TwilioFailure(code, details);
          },
          followUp: (send, failLater) => followUp(environment, account, form, send, failLater),
        },
        reply,
      );
    });
    app.get<Params & { Querystring: Query }>(`${messages}.json`, async (request) => list(environment, request));
    app.get<Params>(`${messages}/:message.json`, async (request) => {
      const { text } = textOf(environment, request);
      return showText(request.params.sid, text);
    });
    app.post<Params>(`${messages}/:message.json`, async (request) => {
      const { text } = textOf(environment, request);
      change(text, formOf(request));
      return showText(request.params.sid, text);
    });
    app.delete<Params>(`${messages}/:message.json`, async (request, reply) => {
      const { account, text } = textOf(environment, request);
      account.texts.delete(text.sid);
      return reply.code(204).send();
    });
    app.get<Params>(`${messages}/:message/Media/:media`, async (request, reply) => {
      const found = login(environment, request).find((account) => account.media.has(request.params.media));
      const media = found?.media.get(request.params.media);
      if (!found || !media || failsThisTime(found, media)) throw new TwilioFailure(20404);
      return reply.type(media.mimeType).send(media.bytes);
    });
  };
}

/** Returns the accounts of the Twilio account in the path; several numbers can share one. */
function login(environment: Environment, request: FastifyRequest): Account<SmsSpec>[] {
  const { sid } = request.params as { sid: string };
  const [user, password] = basicAuth(request.headers.authorization);
  const accounts = accountsOf(environment, 'sms').filter(({ spec }) => spec.accountSid === sid);
  const allowed = accounts.filter(({ spec, knobs }) => !knobs.tokenExpired && user === sid && password === spec.authToken);
  if (allowed.length === 0) throw new TwilioFailure(20003);
  return allowed;
}

function senderOf(environment: Environment, request: FastifyRequest<Params>, from: string | null): Account<SmsSpec> {
  const [user, password] = basicAuth(request.headers.authorization);
  const exact = from ? findAccount(environment, 'sms', request.params.sid, addressKey(from)) : undefined;
  const mayUse = exact && !exact.knobs.tokenExpired && user === exact.spec.accountSid && password === exact.spec.authToken;
  if (exact && !mayUse) throw new TwilioFailure(20003);
  return exact ?? (login(environment, request)[0] as Account<SmsSpec>);
}

function list(environment: Environment, request: FastifyRequest<Params & { Querystring: Query }>) {
  const accounts = login(environment, request);
  const { To, From, PageSize, Page } = request.query;
  const size = Math.min(Math.max(1, Number(PageSize) || 50), LARGEST_PAGE);
  const page = Math.max(0, Number(Page) || 0);
  const found = findTexts(accounts, { to: To, from: From, ...datesIn(request.query) });
  const shown = found.slice(page * size, (page + 1) * size);
  const pageUri = (number: number) => {
    const url = new URL(request.url.replace(/^\/twilio/, ''), environment.url);
    url.searchParams.set('Page', String(number));
    return url.pathname + url.search;
  };
  return {
    messages: shown.map((text) => showText(request.params.sid, text)),
    page,
    page_size: size,
    start: page * size,
    end: page * size + Math.max(0, shown.length - 1),
    uri: request.url.replace(/^\/twilio/, ''),
    first_page_uri: pageUri(0),
    previous_page_uri: page > 0 ? pageUri(page - 1) : null,
    next_page_uri: (page + 1) * size < found.length ? pageUri(page + 1) : null,
  };
}

/** "DateSent>=2026-11-15" arrives as a parameter named "DateSent>"; a day without an hour is the whole day. */
function datesIn(query: Query): { sinceMs?: number; untilMs?: number } {
  const day = 86_400_000;
  const wholeDay = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? day - 1 : 0);
  const since = query['DateSent>'] ?? query['DateSent>='] ?? query.DateSent;
  const until = query['DateSent<'] ?? query['DateSent<='] ?? query.DateSent;
  return {
    ...(since && { sinceMs: Date.parse(since) }),
    ...(until && { untilMs: Date.parse(until) + wholeDay(until) }),
  };
}

function textOf(environment: Environment, request: FastifyRequest<Params>): { account: Account<SmsSpec>; text: Text } {
  for (const account of login(environment, request)) {
    const text = account.texts.get(request.params.message);
    if (text) return { account, text };
  }
  throw new TwilioFailure(20404);
}

/** Status=canceled stops a scheduled message; an empty Body redacts one that was sent. */
function change(text: Text, form: URLSearchParams): void {
  if (form.get('Status') === 'canceled') {
    if (text.status !== 'scheduled' && text.status !== 'accepted') throw new TwilioFailure(30409);
    text.status = 'canceled';
  }
  if (form.get('Body') === '') text.body = '';
}

const formOf = (request: FastifyRequest) => (request.body instanceof URLSearchParams ? request.body : new URLSearchParams());

function basicAuth(header: string | undefined): [string, string] {
  const decoded = Buffer.from(header?.replace(/^Basic /, '') ?? '', 'base64').toString();
  const colon = decoded.indexOf(':');
  return [decoded.slice(0, colon), decoded.slice(colon + 1)];
}
