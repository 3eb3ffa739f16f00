import { randomBytes } from 'node:crypto';
import { type Api, accepted, createApi } from './api.ts';
import { makeUser } from './seed/catalogue.ts';
import { colleagues } from './seed/people.ts';
import { admin } from './services.ts';
import type { DevSettings } from './settings.ts';

export type Developer = { email: string; password: string };

/** Gives the first colleague of the demo an account, as an invited person does. */
export async function developerAccount({ apiUrl }: DevSettings, api: Api, known: Developer | undefined): Promise<Developer> {
  if (known) return known;
  const [person] = colleagues;
  const userId = await makeUser(api, person);
  const { url } = accepted<{ url: string }>(await api('POST', `/v3/users/${userId}/invitation`, {}));
  const developer = { email: person.email, password: randomBytes(18).toString('base64url') };
  const token = new URL(url).hash.replace('#token=', '');
  const answer = await createApi(apiUrl)('POST', '/v3/invitations/accept', { token, password: developer.password });
  accepted(answer);
  return developer;
}

/** Returns a link that signs the developer in, once, and opens a chat with its phone beside it. */
export async function signInLink(settings: DevSettings, tenantId: string, email: string, chatId: string): Promise<string> {
  const printed = await admin(settings, 'sign-in-link', '--tenant', tenantId, '--email', email, '--json');
  const { url } = JSON.parse(printed) as { url: string };
  return url.replace('/sign-in-link#', `/sign-in-link?chat=${chatId}#`);
}
