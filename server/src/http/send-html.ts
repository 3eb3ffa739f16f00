import type { FastifyReply } from 'fastify';
import type { HtmlPage } from './route.ts';

/** Sends an HTML document that was written by strangers: under its own policy, and never from a cache. */
export const sendHtml = (reply: FastifyReply, { html, policy }: HtmlPage): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${policy}; ${FRAME_POLICY}`,
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(html);

/** Directives that only a header can set. Links open in a new window, without the restrictions of this one. */
const FRAME_POLICY = "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";
