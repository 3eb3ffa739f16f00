import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account, Environment } from '../environment.ts';
import { answerSend, keyOf } from '../sending/answer.ts';
import { GraphFailure } from './errors.ts';
import { recordReceipt } from './receipts.ts';
import type { WhatsAppSpec } from './specs.ts';
import type { Json } from './whatsapp-check.ts';
import { followUp, whatsappAnswer, whatsappAttempt } from './whatsapp-send.ts';

export async function sendWhatsApp(
  environment: Environment,
  account: Account<WhatsAppSpec>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const body = (request.body ?? {}) as Json;
  if (body.status === 'read') return markRead(environment, account, body);
  const attempt = whatsappAttempt(environment, account, body, keyOf(request.headers));
  const words = {
    answer: (send: Parameters<typeof whatsappAnswer>[2]) => ({ status: 200, body: whatsappAnswer(account, body, send) }),
    refuse: ({ code, details }: { code: number; details?: string }): never => {
      throw new GraphFailure(code, { details });
    },
    followUp: (send: Parameters<typeof whatsappAnswer>[2], failLater: number | null) =>
      followUp(environment, account, body, send, failLater),
  };
  return answerSend(environment, account, attempt, words, reply);
}

/** A read receipt, with or without "typing…". */
function markRead(environment: Environment, account: Account<WhatsAppSpec>, body: Json) {
  if (typeof body.message_id !== 'string') throw new GraphFailure(131008, { details: 'Parameter message_id is required' });
  recordReceipt(environment, account, {
    vendorId: body.message_id,
    to: null,
    action: body.typing_indicator ? 'read+typing' : 'read',
  });
  return { success: true };
}
