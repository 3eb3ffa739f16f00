import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findChannel } from '../../domain/channels/index.ts';
import { type Withdrawal, withdrawFromMarketing } from '../../domain/contacts/index.ts';
import { createContext } from '../../storage/context.ts';
import { tooManyRequests } from '../admit.ts';
import type { HttpDeps } from '../deps.ts';
import { readBody } from '../request-bodies.ts';
import { PAGE_POLICY, page } from './unsubscribe-page.ts';

/** `List-Unsubscribe=One-Click`, as a form of either kind. It says nothing that the request does not say already. */
const BODY_LIMIT_BYTES = 4_096;
/** Mail providers post the clicks of many people from one address, so only links that were never made count against an address. */
const SAME_LINK_PER_MINUTE = 20;

/**
 * One-click unsubscribe (RFC 8058). POST withdraws at once, because a mail program asks it on behalf of the recipient; GET only shows
 * a button, because programs that check mails for harm open every link. A link is a secret of its recipient: the log gets the pattern
 * of the path.
 */
export async function addUnsubscribe(app: FastifyInstance, deps: HttpDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: BODY_LIMIT_BYTES }, (_request: FastifyRequest, payload: IncomingMessage) =>
      readBody(payload, BODY_LIMIT_BYTES),
    );
    const config = { operationId: 'unsubscribe', hasSecretPath: true };
    scope.route({
      method: ['GET', 'HEAD'],
      url: '/unsubscribe/:token',
      config,
      handler: async (request, reply) => {
        const withdrawal = await admitted(deps, request);
        if (!withdrawal) return answer(reply, 404, page('invalid'));
        const channel = await findChannel(createContext(deps, withdrawal.tenantId, { kind: 'read' }), withdrawal.channelId);
        return answer(reply, 200, page('question', channel?.name));
      },
    });
    scope.post('/unsubscribe/:token', { config, bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
      const withdrawal = await admitted(deps, request);
      if (!withdrawal) return answer(reply, 404, page('invalid'));
      await withdrawFromMarketing(createContext(deps, withdrawal.tenantId), withdrawal);
      return answer(reply, 200, page('done'));
    });
  });
}

/** Returns whose link it is, or nothing when it was never made. Throws when the link or the address is used too often. */
async function admitted(deps: HttpDeps, request: FastifyRequest): Promise<Withdrawal | undefined> {
  const { token } = request.params as { token: string };
  const withdrawal = deps.unsubscribeLinks.read(token);
  const allowance = withdrawal
    ? await deps.rateLimiter.take(`unsubscribe:${withdrawal.messageId}`, SAME_LINK_PER_MINUTE)
    : await deps.rateLimiter.take(`unsubscribe:${request.ip}`, deps.config.FAILED_LOGINS_PER_MINUTE);
  if (!allowance.allowed) throw tooManyRequests(deps, allowance);
  return withdrawal;
}

const answer = (reply: FastifyReply, status: number, html: string): FastifyReply =>
  reply
    .code(status)
    .headers({
      'content-security-policy': PAGE_POLICY,
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(html);
