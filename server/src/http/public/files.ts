import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openPublicFile, readPublicId } from '../../domain/files/index.ts';
import { Failure } from '../../platform/errors.ts';
import { createContext } from '../../storage/context.ts';
import type { HttpDeps } from '../deps.ts';
import { sendBytes } from '../send-file.ts';

/** The bytes of a public URL never change. */
const FOR_EVERYONE = 'public, max-age=31536000, immutable';

/**
 * Serves files by their public link. An unknown or invalid link and a deleted or unfinished file get the same response. The link is a
 * secret, so the log has the pattern of the path instead of the path.
 */
export function addPublicFiles(app: FastifyInstance, deps: HttpDeps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/f/*',
    config: { operationId: 'readPublicFile', hasSecretPath: true },
    handler: (request, reply) => answerPublic(deps, request, reply),
  });
}

async function answerPublic(deps: HttpDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const link = readPublicId((request.params as { '*': string })['*']);
  if (!link) throw new Failure('file_not_found');
  const opened = await openPublicFile(createContext(deps, link.tenantId, { kind: 'read' }), deps.files, link.token);
  return sendBytes(request, reply, opened, FOR_EVERYONE);
}
