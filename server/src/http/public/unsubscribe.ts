import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findChannel } from '../../domain/channels/index.ts';
import { type Withdrawal, withdrawFromMarketing } from '../../domain/contacts/index.ts';
import { createContext } from '../../storage/context.ts';
import { tooManyRequests } from '../admit.ts';
import type { HttpDeps } from '../deps.ts';
import { readBody } from '../request-bodies.ts';
import { PAGE_POLICY, page } from './unsubscribe-page.ts';

/** The body is `List-Unsubscribe=One-Click` in a form. It is not needed. */
const BODY_LIMIT_BYTES = 4_096;
/** Mail providers send the clicks of many users from one address, so only invalid links count against an address. */
const SAME_LINK_PER_MINUTE = 20;

/**
 * Adds one-click unsubscribe (RFC 8058). POST withdraws at once, because mail programs send it for the recipient. GET shows a button,
 * because mail scanners open every link. The link is a secret: the log has the pattern of the path.
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

/** Returns the recipient of a link, or undefined for an invalid one. Throws when the link or the address is used too often. */
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
