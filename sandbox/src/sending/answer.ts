import type { FastifyReply } from 'fastify';
import type { Account, Environment } from '../environment.ts';
import type { Send } from '../journal.ts';
import { type Attempt, cutsConnection, type Refusal, saveAnswer, takeSend } from './take-send.ts';

/** The provider's responses for the outcomes of a send. */
export type Words = {
  answer: (send: Send) => { status: number; body: unknown };
  refuse: (refusal: Refusal) => never;
  /** Runs after the response. */
  followUp: (send: Send, failLater: number | null) => void;
  beforeAnswer?: (send: Send) => Promise<void>;
};

/** Handles a send over HTTP. Some knobs leave it without a response. */
export async function answerSend(
  environment: Environment,
  account: Account,
  attempt: Attempt,
  words: Words,
  reply: FastifyReply,
) {
  const outcome = await takeSend(environment, account, attempt);
  switch (outcome.do) {
    case 'hang':
      return reply.hijack();
    case 'refuse':
      return words.refuse(outcome.refusal);
    case 'replay': {
      const { status, body } = outcome.answer as { status: number; body: unknown };
      return reply.code(status).header('idempotency-replayed', 'true').send(body);
    }
    case 'answer': {
      const { send, failLater } = outcome;
      const answer = words.answer(send);
      saveAnswer(account, send, answer);
      await words.beforeAnswer?.(send);
      words.followUp(send, failLater);
      if (!cutsConnection(account, send)) return reply.code(answer.status).send(answer.body);
      reply.raw.socket?.destroy();
      return reply.hijack();
    }
  }
}

export function keyOf(headers: Record<string, string | string[] | undefined>): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : null;
}
