import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** How a request ended. `address` is stored here because the connection may be closed by then. */
export type RequestEnd = { status: number; ms: number; address: string; isCallerGone: boolean };

export type RequestEndHandler = (request: FastifyRequest, end: RequestEnd) => void;

type Progress = { address: string; isAnswered: boolean; isGone: boolean; isReported: boolean };

/**
 * Calls the handlers once for every request, when it has ended. Fastify's onResponse is not called when the caller leaves before the
 * response or closes a stream. A request whose caller has left ends when its work is done: it has a status then.
 */
export function onRequestEnd(app: FastifyInstance, handlers: RequestEndHandler[]): void {
  const all = new WeakMap<FastifyRequest, Progress>();
  const report = (request: FastifyRequest, reply: FastifyReply) => {
    const progress = all.get(request);
    if (!progress || progress.isReported) return;
    progress.isReported = true;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const end = { status: reply.statusCode, ms, address: progress.address, isCallerGone: progress.isGone };
    for (const handler of handlers) callSafely(handler, request, end);
  };
  app.addHook('onRequest', (request, reply, done) => {
    const progress = { address: request.ip ?? '', isAnswered: false, isGone: false, isReported: false };
    all.set(request, progress);
    reply.raw.once('close', () => {
      progress.isGone = !reply.raw.writableFinished;
      if (progress.isAnswered) report(request, reply);
    });
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const progress = all.get(request);
    if (progress) progress.isAnswered = true;
    if (progress?.isGone) setImmediate(report, request, reply); // after the other hooks of the response
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    report(request, reply);
    done();
  });
}

/** Logs errors of a handler: it runs in events of a connection, where an exception would end the process. */
function callSafely(handler: RequestEndHandler, request: FastifyRequest, end: RequestEnd): void {
  try {
    handler(request, end);
  } catch (error) {
    request.log.error({ err: error, requestId: request.id }, 'request end handler failed');
  }
}
