import type { FastifyRequest } from 'fastify';
import type { Account } from '../environment.ts';
import { GraphFailure } from './errors.ts';
import type { MetaSpec } from './specs.ts';

/** The token of a request: a Bearer header, or access_token in the query or the body. */
export function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  if (header?.startsWith('Bearer ')) return header.slice('Bearer '.length);
  const query = request.query as { access_token?: string };
  const body = request.body as { access_token?: string } | undefined;
  return query.access_token ?? body?.access_token ?? null;
}

export function authorise(account: Account, request: FastifyRequest): void {
  const { spec, knobs } = account as Account<MetaSpec>;
  const product = spec.kind;
  if (knobs.tokenExpired) throw new GraphFailure(190, { subcode: 463, product, details: 'Session has expired' });
  if (tokenOf(request) !== spec.accessToken) {
    throw new GraphFailure(190, { product, details: 'Invalid OAuth access token - Cannot parse access token' });
  }
}
