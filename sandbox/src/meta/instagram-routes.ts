import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Account, accountsOf, type Environment } from '../environment.ts';
import type { Send } from '../journal.ts';
import { failsThisTime, findMedia, stillWorks } from '../media.ts';
import { answerSend, keyOf } from '../sending/answer.ts';
import { authorise, tokenOf } from './authorise.ts';
import { GraphFailure } from './errors.ts';
import { echoOfSend, followUp, instagramAttempt, recipientOf } from './instagram-send.ts';
import { recordReceipt } from './receipts.ts';
import type { InstagramSpec } from './specs.ts';
import type { Json } from './whatsapp-check.ts';

type Instagram = Account<InstagramSpec>;

const OUTSIDE_WINDOW_SUBCODE = 2534022;
/** Long enough for the response to be sent first. */
const ECHO_AFTER_MS = 5;
const TOKEN_SECONDS = 60 * 86_400;

export async function sendInstagram(environment: Environment, account: Instagram, request: FastifyRequest, reply: FastifyReply) {
  const body = (request.body ?? {}) as Json;
  if (body.sender_action) return takeAction(environment, account, body);
  const attempt = instagramAttempt(environment, account, body, keyOf(request.headers));
  const { echoBeforeResponse } = account.knobs;
  reply.header('x-app-usage', '{"call_count":1,"total_cputime":1,"total_time":1}');
  const words = {
    answer: (send: Send) => ({ status: 200, body: { recipient_id: send.to, message_id: send.vendorId } }),
    refuse: ({ code, details }: { code: number; details?: string }): never => {
      throw new GraphFailure(code, { details, product: 'instagram', ...(code === 10 && { subcode: OUTSIDE_WINDOW_SUBCODE }) });
    },
    beforeAnswer: async (send: Send) => {
      const update = echoOfSend(environment, account, body, send);
      if (echoBeforeResponse) await new Promise<void>((posted) => account.outbox.push([{ ...update, posted }]));
    },
    followUp: (send: Send) => {
      if (!echoBeforeResponse) account.outbox.plan(ECHO_AFTER_MS, () => [echoOfSend(environment, account, body, send)]);
      followUp(environment, account, send);
    },
  };
  return answerSend(environment, account, attempt, words, reply);
}

export function addInstagramRoutes(app: FastifyInstance, environment: Environment): void {
  type File = { Params: { id: string }; Querystring: { ext?: string; hash?: string } };
  app.get<File>('/cdn/instagram/:id', async (request, reply) => {
    const found = findMedia(environment, request.params.id);
    if (found && !stillWorks(environment, found.media.id, request.query))
      return reply.code(403).type('text/plain').send('URL signature expired');
    if (!found || failsThisTime(found.account, found.media)) return reply.code(404).type('text/plain').send('Not found');
    return reply.type(found.media.mimeType).send(found.media.bytes);
  });
  app.get('/refresh_access_token', async (request) => {
    const account = ownerOf(environment, request);
    if (!account) throw new GraphFailure(190, { product: 'instagram' });
    authorise(account, request);
    return { access_token: account.spec.accessToken, token_type: 'bearer', expires_in: TOKEN_SECONDS };
  });
}

/** Returns the profile of the business account (by its id or "me"), or of a person who wrote to it. */
export function instagramProfile(environment: Environment, id: string, request: FastifyRequest): Json | null {
  const account = ownerOf(environment, request);
  if (!account) return null;
  authorise(account, request);
  const fields = (request.query as { fields?: string }).fields?.split(',') ?? ['id'];
  const profile = id === 'me' || id === account.spec.igId ? businessProfile(account) : personProfile(environment, account, id);
  if (!profile) return null;
  return {
    ...Object.fromEntries(fields.filter((field) => field in profile).map((field) => [field, profile[field]])),
    id: profile.id,
  };
}

const ownerOf = (environment: Environment, request: FastifyRequest): Instagram | undefined =>
  accountsOf(environment, 'instagram').find(({ spec }) => spec.accessToken === tokenOf(request));

function businessProfile({ spec }: Instagram): Json {
  const username = spec.username ?? `sandbox_${spec.igId}`;
  return { id: spec.igId, user_id: spec.igId, username, name: username, account_type: 'BUSINESS' };
}

function personProfile(environment: Environment, account: Instagram, id: string): Json | null {
  const person = account.people.find(id);
  if (!person) return null;
  if (person.lastInboundAtMs === null) throw new GraphFailure(230, { product: 'instagram' });
  const name = person.name ?? `Person ${id}`;
  return {
    id,
    name,
    username: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
    profile_pic: `${environment.url}/graph/cdn/instagram/profile-${id}`,
    follower_count: 0,
    is_user_follow_business: false,
    is_business_follow_user: false,
  };
}

/** typing_on, typing_off, mark_seen, react and unreact. */
function takeAction(environment: Environment, account: Instagram, body: Json): Json {
  const to = recipientOf(body);
  const vendorId = (body.payload as Json | undefined)?.message_id;
  recordReceipt(environment, account, {
    vendorId: typeof vendorId === 'string' ? vendorId : null,
    to,
    action: String(body.sender_action),
  });
  return { recipient_id: to };
}
