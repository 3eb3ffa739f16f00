import { randomInt, randomUUID } from 'node:crypto';
import type { Api, Json, Options } from './api.ts';
import { succeeded } from './expect.ts';

/** Returns a unique name. */
export const unique = (what: string): string => `${what} ${randomUUID().slice(0, 13)}`;
export const uniqueEmail = (): string => `${randomUUID()}@example.test`;
export const uniquePhoneNumber = (): string => `+4915${randomInt(1e9, 1e10)}`;
export const uniqueExternalId = (): string => `x${randomUUID().replaceAll('-', '_')}`;

/** Returns a valid id of nothing. */
export const unknownId = (): string => `01920000-0000-7000-8000-${randomUUID().slice(24)}`;

export const newContact = async (api: Api, fields: object = {}, options?: Options): Promise<Json> =>
  succeeded(
    await api.post(
      '/v3/contacts',
      { firstName: 'Ada', lastName: 'Lovelace', phoneNumber: uniquePhoneNumber(), ...fields },
      options,
    ),
    201,
  );

export const newLabel = async (api: Api, fields: object = {}, options?: Options): Promise<Json> =>
  succeeded(await api.post('/v3/labels', { name: unique('label'), ...fields }, options), 201);

export const newChannel = async (api: Api, type = 'whatsapp', options?: Options): Promise<Json> =>
  succeeded(await api.post('/v3/channels', { type, name: unique('channel') }, options), 201);

export async function newChat(api: Api, fields: object = {}, options?: Options): Promise<Json> {
  const [channel, contact] = [await newChannel(api, 'whatsapp', options), await newContact(api, {}, options)];
  return succeeded(await api.post('/v3/chats', { channelId: channel.id, contactId: contact.id, ...fields }, options), 201);
}

export const newAttribute = async (api: Api, fields: object = {}, options?: Options): Promise<Json> =>
  succeeded(await api.post('/v2/attributes', { name: 'Shoe size', externalId: uniqueExternalId(), ...fields }, options));

export const newUser = async (api: Api, fields: object = {}, options?: Options): Promise<Json> =>
  succeeded(await api.post('/v3/users', { name: unique('user'), email: uniqueEmail(), ...fields }, options), 201);

export const newTeam = async (api: Api, fields: object = {}, options?: Options): Promise<Json> =>
  succeeded(await api.post('/v3/teams', { name: unique('team'), ...fields }, options), 201);

/** Returns a form with one file, as browsers send it. */
export function formWith(bytes: string | Buffer, name = 'menu.txt', type = 'text/plain'): FormData {
  const form = new FormData();
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type }), name);
  return form;
}

export const newFile = async (api: Api, text = 'Soup of the day', name?: string, options?: Options): Promise<Json> =>
  succeeded(await api.post('/v3/files', formWith(text, name), options), 201);

/** A public host name that does not resolve. */
export const uniqueUrl = (): string => `https://hooks.example.invalid/${randomUUID()}`;

/** Creates a webhook for campaign events, so that nothing else is sent to it. Only this response has its secret. */
export const newWebhook = async (api: Api, fields: object = {}, options?: Options): Promise<Json> =>
  succeeded(
    await api.post('/v3/api_webhooks', { url: uniqueUrl(), events: [{ type: 'campaign.completed' }], ...fields }, options),
    201,
  );

export const newV2Webhook = async (api: Api, fields: object = {}, options?: Options): Promise<Json> => {
  const tenantId = tenantOf(options?.token ?? api.token);
  const body = { tenantId, type: 'SMS_MESSAGE_RECEIVED', url: uniqueUrl(), ...fields };
  return succeeded(await api.post('/v2/api_webhooks', body, options));
};

/** Returns the tenant id of a token. */
export const tenantOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).tid;

/** Creates a token of the same tenant with fewer scopes. */
export const newToken = async (api: Api, scopes: string[], options?: Options): Promise<Json> =>
  succeeded(await api.post('/v3/access_tokens', { name: unique('token'), scopes }, options), 201);

export const narrowToken = async (api: Api, ...scopes: string[]): Promise<string> => (await newToken(api, scopes)).accessToken;
