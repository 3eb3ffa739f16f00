import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** How a request ended. Its connection may be closed by then, so whatever was read from it is here. */
export type Ending = { status: number; ms: number; address: string; isCallerGone: boolean };

export type Teller = (request: FastifyRequest, ending: Ending) => void;

type Progress = { address: string; isAnswered: boolean; isGone: boolean; isTold: boolean };

/**
 * Tells of every request once, when it is over. Fastify's onResponse keeps silent about callers who leave before the answer and
 * about streams that their reader closes, and those are the ones somebody will look for. A call whose caller has left is over when
 * its work is done: it has a status then.
 */
export function onRequestEnd(app: FastifyInstance, tellers: Teller[]): void {
  const all = new WeakMap<FastifyRequest, Progress>();
  const tell = (request: FastifyRequest, reply: FastifyReply) => {
    const progress = all.get(request);
    if (!progress || progress.isTold) return;
    progress.isTold = true;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const ending = { status: reply.statusCode, ms, address: progress.address, isCallerGone: progress.isGone };
    for (const teller of tellers) tellSafely(teller, request, ending);
  };
  app.addHook('onRequest', (request, reply, done) => {
    const progress = { address: request.ip ?? '', isAnswered: false, isGone: false, isTold: false };
    all.set(request, progress);
    reply.raw.once('close', () => {
      progress.isGone = !reply.raw.writableFinished;
      if (progress.isAnswered) tell(request, reply);
    });
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const progress = all.get(request);
    if (progress) progress.isAnswered = true;
    if (progress?.isGone) setImmediate(tell, request, reply); // the other hooks of the answer come first
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    tell(request, reply);
    done();
  });
}

/** This runs in events of a connection, where whatever is thrown would end the process. */
function tellSafely(teller: Teller, request: FastifyRequest, ending: Ending): void {
  try {
    teller(request, ending);
  } catch (error) {
    request.log.error({ err: error, requestId: request.id }, 'the end of a request could not be told');
  }
}
