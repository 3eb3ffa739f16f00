import type { FastifyInstance, FastifyRequest } from 'fastify';
import { remember } from '../bounded.ts';
import { type Account, accountsOf, type Environment } from '../environment.ts';
import { hexId } from '../ids.ts';
import { authorise, tokenOf } from './authorise.ts';
import { GraphFailure } from './errors.ts';
import type { WhatsAppSpec } from './specs.ts';

/** Meta's Resumable Upload: a session for one file, its bytes, and a handle for the template. */

type Session = { account: Account<WhatsAppSpec>; length: number; type: string; sig: string };
type Query = { file_name?: string; file_length?: string; file_type?: string };

const MOST_UPLOADS = 2_000;
const TYPES = ['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4'];
const uploads = new WeakMap<Environment, { sessions: Map<string, Session>; handles: Map<string, string> }>();

const uploadsOf = (environment: Environment) => {
  const found = uploads.get(environment) ?? { sessions: new Map(), handles: new Map() };
  uploads.set(environment, found);
  return found;
};

/** Returns the type of the file with this handle, or undefined. */
export const typeOfHandle = (environment: Environment, handle: string): string | undefined =>
  uploadsOf(environment).handles.get(handle);

export function addUploadRoutes(app: FastifyInstance, environment: Environment): void {
  type ByApp = { Params: { version: string; id: string }; Querystring: Query };
  app.post<ByApp>('/:version/:id/uploads', async (request) => openSession(environment, request.params.id, request));
}

function openSession(environment: Environment, appId: string, request: FastifyRequest<{ Querystring: Query }>) {
  const account = accountsOf(environment, 'whatsapp').find(({ spec }) => spec.accessToken === tokenOf(request));
  if (!account) throw new GraphFailure(190, { details: 'Invalid OAuth access token - Cannot parse access token' });
  authorise(account, request);
  if (account.spec.appId !== undefined && account.spec.appId !== appId)
    throw new GraphFailure(100, { subcode: 33, details: `There is no app ${appId}` });
  const { file_name, file_length, file_type = '' } = request.query;
  const length = Number(file_length);
  if (!file_name || !Number.isInteger(length) || length < 1)
    throw new GraphFailure(100, { details: 'file_name and file_length are required' });
  if (!TYPES.includes(file_type)) throw new GraphFailure(100, { details: `file_type must be one of ${TYPES.join(', ')}` });
  const [id, sig] = [`upload:${Buffer.from(hexId()).toString('base64url')}`, hexId()];
  remember(uploadsOf(environment).sessions, id, { account, length, type: file_type, sig }, MOST_UPLOADS);
  return { id: `${id}?sig=${sig}` };
}

/** Stores the bytes of a session. Returns null if the id is no upload. */
export function takeUpload(environment: Environment, id: string, request: FastifyRequest): { h: string } | null {
  if (!id.startsWith('upload:')) return null;
  const session = uploadsOf(environment).sessions.get(id);
  if (!session || (request.query as { sig?: string }).sig !== session.sig)
    throw new GraphFailure(100, { subcode: 33, details: `There is no upload ${id}` });
  const { account, length, type } = session;
  if (account.knobs.tokenExpired || request.headers.authorization !== `OAuth ${account.spec.accessToken}`)
    throw new GraphFailure(190, { details: 'Send the access token in the header Authorization, as OAuth' });
  if (request.headers.file_offset !== '0') throw new GraphFailure(100, { details: 'The header file_offset must be 0' });
  if (!Buffer.isBuffer(request.body) || request.body.length !== length)
    throw new GraphFailure(100, { details: `The file must have ${length} bytes` });
  const handle = `4::${Buffer.from(type).toString('base64url')}:ARb${hexId()}`;
  remember(uploadsOf(environment).handles, handle, type, MOST_UPLOADS);
  return { h: handle };
}
