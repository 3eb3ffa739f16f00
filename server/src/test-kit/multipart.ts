import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { FORM_LIMITS, limitBoundaries } from '../http/form-guard.ts';

export const BOUNDARY = 'b';

/** Returns a function that parses forms with the limits of uploads and stores nothing, to measure hostile forms. */
export async function createFormReader(limitBytes: number): Promise<(form: Buffer) => Promise<number>> {
  const app = Fastify({ bodyLimit: 2 * limitBytes });
  await app.register(multipart);
  app.post('/', async (request) => {
    limitBoundaries(request.raw, BOUNDARY);
    for await (const part of request.parts({ limits: FORM_LIMITS })) {
      if (part.type === 'file') for await (const chunk of part.file) void chunk;
    }
    return {};
  });
  await app.ready();
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return async (payload) => (await app.inject({ method: 'POST', url: '/', headers, payload })).statusCode;
}
