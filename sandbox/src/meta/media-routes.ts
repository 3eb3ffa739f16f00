import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Account, type Environment, findAccount } from '../environment.ts';
import { numericId } from '../ids.ts';
import { failsThisTime, findMedia, type Media, saveMedia, stillWorks } from '../media.ts';
import { authorise } from './authorise.ts';
import { GraphFailure } from './errors.ts';
import type { WhatsAppSpec } from './specs.ts';
import { mediaUrl } from './whatsapp-inbound.ts';

type ById = { Params: { id: string }; Querystring: { ext?: string; hash?: string } };

const MEGABYTE = 1_000_000;
/** Size limits by the first part of the MIME type; everything else is a document. */
const MOST_BYTES: Record<string, number> = { image: 5 * MEGABYTE, audio: 16 * MEGABYTE, video: 16 * MEGABYTE };
const MOST_DOCUMENT_BYTES = 100 * MEGABYTE;

export function addMediaRoutes(app: FastifyInstance, environment: Environment): void {
  app.post<ById>('/:version/:id/media', async (request) => {
    const account = findAccount(environment, 'whatsapp', request.params.id);
    if (!account) throw new GraphFailure(100, { subcode: 33, details: `There is no phone number ${request.params.id}` });
    authorise(account, request);
    return { id: (await upload(account, request)).id };
  });
  app.delete<ById>('/:version/:id', async (request) => {
    const found = findMedia(environment, request.params.id);
    if (!found) throw new GraphFailure(100, { subcode: 33, details: `There is no media ${request.params.id}` });
    authorise(found.account, request);
    return { success: found.account.media.delete(request.params.id) };
  });
  app.get<ById>('/lookaside/whatsapp/:id', async (request, reply) => download(environment, request, reply));
}

/** Describes a media id. Each response has a new URL, valid for a few minutes. */
export function describeMedia(environment: Environment, id: string, request: FastifyRequest) {
  const found = findMedia(environment, id);
  if (!found || !isWhatsApp(found.account)) return null;
  authorise(found.account, request);
  const { mimeType, sha256, bytes } = found.media;
  const url = mediaUrl(environment, found.account, id);
  return { messaging_product: 'whatsapp', url, mime_type: mimeType, sha256, file_size: bytes.length, id };
}

const isWhatsApp = (account: Account): account is Account<WhatsAppSpec> => account.spec.kind === 'whatsapp';

async function upload(account: Account, request: FastifyRequest): Promise<Media> {
  const type = String(request.headers['content-type']);
  if (!Buffer.isBuffer(request.body)) throw new GraphFailure(100, { details: 'Send the file as multipart/form-data' });
  const form = await new Response(new Uint8Array(request.body), { headers: { 'content-type': type } }).formData();
  const file = form.get('file');
  if (form.get('messaging_product') !== 'whatsapp') throw new GraphFailure(100, { details: 'messaging_product is required' });
  if (!file || typeof file === 'string') throw new GraphFailure(131008, { details: 'Parameter file is required' });
  const declared = form.get('type');
  const mimeType = typeof declared === 'string' ? declared : file.type;
  if (file.type && mimeType !== file.type)
    throw new GraphFailure(131053, { details: `type is ${mimeType}, the file is ${file.type}` });
  if (file.size > (MOST_BYTES[mimeType.split('/')[0] ?? ''] ?? MOST_DOCUMENT_BYTES)) {
    throw new GraphFailure(131053, { details: `A file of type ${mimeType} may not have ${file.size} bytes` });
  }
  return saveMedia(account, numericId(), Buffer.from(await file.arrayBuffer()), mimeType, file.name);
}

function download(environment: Environment, request: FastifyRequest<ById>, reply: FastifyReply) {
  const found = findMedia(environment, request.params.id);
  const expired = !stillWorks(environment, request.params.id, request.query);
  if (!found || expired || failsThisTime(found.account, found.media)) {
    return reply.code(404).type('text/plain').send('Not found, or no longer here: ask for a new address.');
  }
  const { account, media } = found;
  const token = isWhatsApp(account) ? account.spec.accessToken : null;
  if (request.headers.authorization !== `Bearer ${token}` || account.knobs.tokenExpired) {
    return reply.code(401).type('text/plain').send('Send the access token as a Bearer token.');
  }
  return reply.type(media.mimeType).send(media.bytes);
}
