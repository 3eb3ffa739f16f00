import type { FastifyInstance } from 'fastify';
import { type Account, accountsOf, type Environment, findAccount } from '../environment.ts';
import { authorise, tokenOf } from './authorise.ts';
import { GraphFailure, sendGraphFailure } from './errors.ts';
import { addInstagramRoutes, instagramProfile, sendInstagram } from './instagram-routes.ts';
import { addMediaRoutes, describeMedia } from './media-routes.ts';
import type { InstagramSpec, WhatsAppSpec } from './specs.ts';
import { addSubscriptionRoutes } from './subscriptions.ts';
import { addTemplateRoutes, describeTemplate } from './template-routes.ts';
import { addUploadRoutes } from './uploads.ts';
import type { Json } from './whatsapp-check.ts';
import { sendWhatsApp } from './whatsapp-routes.ts';

type ById = { Params: { version: string; id: string } };

/** Adds the Graph API of WhatsApp Cloud and Instagram Messaging. The id in the path decides which one is called. */
export function addGraph(environment: Environment) {
  return async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, _request, reply) => {
      if (error instanceof GraphFailure) return sendGraphFailure(reply, error);
      const status = (error as { statusCode?: number }).statusCode ?? 500;
      return sendGraphFailure(reply, new GraphFailure(status < 500 ? 100 : 1, { details: (error as Error).message }));
    });
    app.setNotFoundHandler((request, reply) =>
      sendGraphFailure(
        reply,
        new GraphFailure(100, { details: `The sandbox has no ${request.method} ${request.url}`, subcode: 33 }),
      ),
    );
    app.addHook('preHandler', async (request) => refuseOldVersion((request.params as { version?: string }).version));
    app.post<ById & { Body: Json }>('/:version/:id/messages', async (request, reply) => {
      const account = senderFor(environment, request.params.id, tokenOf(request));
      authorise(account, request);
      return account.spec.kind === 'whatsapp'
        ? sendWhatsApp(environment, account as Account<WhatsAppSpec>, request, reply)
        : sendInstagram(environment, account as Account<InstagramSpec>, request, reply);
    });
    app.get<ById>('/:version/:id', async (request) => {
      const { id } = request.params;
      const found =
        describeMedia(environment, id, request) ??
        describeNumber(environment, id, request) ??
        describeTemplate(environment, id, request) ??
        instagramProfile(environment, id, request);
      if (!found) throw missing(id);
      return found;
    });
    addMediaRoutes(app, environment);
    addTemplateRoutes(app, environment);
    addUploadRoutes(app, environment);
    addSubscriptionRoutes(app, environment);
    addInstagramRoutes(app, environment);
  };
}

/** Version 22 ends on 20 May 2027. The sandbox refuses it already. */
const OLDEST_VERSION = 23;

function refuseOldVersion(version: string | undefined): void {
  const number = /^v(\d+)\.\d+$/.exec(version ?? '')?.[1];
  if (number === undefined || Number(number) >= OLDEST_VERSION) return;
  throw new GraphFailure(2635, { details: `You are calling ${version}, which ends soon; use v26.0` });
}

export const missing = (id: string) =>
  new GraphFailure(100, {
    subcode: 33,
    details: `Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
  });

function senderFor(environment: Environment, id: string, token: string | null): Account<WhatsAppSpec> | Account<InstagramSpec> {
  if (id === 'me') {
    const account = accountsOf(environment, 'instagram').find(({ spec }) => spec.accessToken === token);
    if (!account) throw new GraphFailure(190, { product: 'instagram' });
    return account;
  }
  const account = findAccount(environment, 'whatsapp', id) ?? findAccount(environment, 'instagram', id);
  if (!account) throw missing(id);
  return account;
}

function describeNumber(environment: Environment, id: string, request: Parameters<typeof authorise>[1]): Json | null {
  const account = findAccount(environment, 'whatsapp', id);
  if (!account) return null;
  authorise(account, request);
  return {
    id,
    display_phone_number: account.spec.displayPhoneNumber,
    verified_name: 'Patchbay Sandbox',
    quality_rating: 'GREEN',
    platform_type: 'CLOUD_API',
    throughput: { level: 'STANDARD' },
    code_verification_status: 'VERIFIED',
  };
}
