import type { FastifyInstance } from 'fastify';
import { type Account, accountsOf, type Environment, findAccount } from '../environment.ts';
import { authorise } from './authorise.ts';
import { GraphFailure } from './errors.ts';
import { shakeHands } from './handshake.ts';
import type { WhatsAppSpec } from './specs.ts';
import { findTemplate, wabaAccount } from './template-routes.ts';
import { editTemplate } from './templates.ts';
import { takeUpload } from './uploads.ts';
import { type Json, wordOf } from './whatsapp-check.ts';

type ById = { Params: { version: string; id: string }; Body: Json };

/** Sets the callback URL, for all numbers of a business account or for one number. */
export function addSubscriptionRoutes(app: FastifyInstance, environment: Environment): void {
  const path = '/:version/:id/subscribed_apps';
  app.post<ById>(path, async (request) => {
    const instagram = findAccount(environment, 'instagram', request.params.id);
    if (instagram) {
      authorise(instagram, request);
      return { success: true };
    }
    const account = wabaAccount(environment, request.params.id, request);
    const { override_callback_uri, verify_token } = request.body ?? {};
    const numbers = accountsOf(environment, 'whatsapp').filter(({ spec }) => spec.wabaId === account.spec.wabaId);
    if (override_callback_uri) await override(environment, numbers, wordOf(override_callback_uri), wordOf(verify_token));
    else numbers.forEach(restore);
    return { success: true };
  });
  app.get<ById>(path, async (request) => {
    const { spec } = wabaAccount(environment, request.params.id, request);
    const app = { whatsapp_business_api_data: { id: '1', name: 'Patchbay Sandbox', link: environment.url } };
    return { data: [{ ...app, ...(spec.ownCallbackUrl && { override_callback_uri: spec.callbackUrl }) }] };
  });
  app.delete<ById>(path, async (request) => {
    const account = wabaAccount(environment, request.params.id, request);
    for (const number of accountsOf(environment, 'whatsapp')) if (number.spec.wabaId === account.spec.wabaId) restore(number);
    return { success: true };
  });
  app.post<ById>('/:version/:id', async (request) => {
    const upload = takeUpload(environment, request.params.id, request);
    if (upload) return upload;
    const found = findTemplate(environment, request.params.id, request);
    if (found) {
      editTemplate(environment, found.account, found.template, request.body ?? {});
      return { success: true };
    }
    const account = findAccount(environment, 'whatsapp', request.params.id);
    if (!account) throw new GraphFailure(100, { subcode: 33, details: `There is no phone number ${request.params.id}` });
    authorise(account, request);
    const { override_callback_uri, verify_token } = (request.body?.webhook_configuration ?? {}) as Json;
    if (override_callback_uri) await override(environment, [account], wordOf(override_callback_uri), wordOf(verify_token));
    else restore(account);
    return { success: true };
  });
}

async function override(
  environment: Environment,
  numbers: Account<WhatsAppSpec>[],
  url: string,
  verifyToken: string,
): Promise<void> {
  const verdict = URL.canParse(url)
    ? await shakeHands(environment.agent, url, verifyToken)
    : { verified: false, problem: 'not a URL' };
  if (!verdict.verified) {
    throw new GraphFailure(100, { subcode: 2200, details: `The callback URL could not be verified: ${verdict.problem}` });
  }
  for (const { spec } of numbers) {
    spec.ownCallbackUrl ??= spec.callbackUrl;
    spec.callbackUrl = url;
  }
}

function restore({ spec }: Account<WhatsAppSpec>): void {
  spec.callbackUrl = spec.ownCallbackUrl ?? spec.callbackUrl;
  delete spec.ownCallbackUrl;
}
