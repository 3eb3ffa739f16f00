import { envelope, mapParallel, send } from '../security/client.ts';
import { publicUrls } from './corpus.ts';

const WIDTH = 16;
const EVENTS = [{ type: 'campaign.completed' }];

export type Caller = { baseUrl: string; tenantId: string; token: string };
type Version = { path: string; create(caller: Caller, url: string): object };

/** Both API versions create webhooks. */
const versions: Version[] = [
  { path: '/v3/api_webhooks', create: (_, url) => ({ url, events: EVENTS }) },
  { path: '/v2/api_webhooks', create: ({ tenantId }, url) => ({ tenantId, type: 'SMS_MESSAGE_RECEIVED', url }) },
];

/** Tries to create and to update a webhook with each URL. Returns the URLs that were refused everywhere. */
export async function tryForbidden(caller: Caller, urls: string[]) {
  const standing = await Promise.all(versions.map((version) => createAt(caller, version, 'https://example.com/standing')));
  const complaints: string[] = [];
  const everywhere = async (url: string, what: string, ask: (version: Version, i: number) => Promise<Answered>) => {
    const answers = await Promise.all(versions.map(ask));
    const faults = answers
      .filter((answer) => !isRefusal(answer))
      .map(({ status, text }) => `${what} ${JSON.stringify(url)}: ${status} ${text}`);
    complaints.push(...faults);
    return faults.length === 0;
  };
  const refused = await mapParallel(urls, WIDTH, async (url) => ({
    create: await everywhere(url, 'create', ({ path, create }) => call(caller, 'POST', path, create(caller, url))),
    update: await everywhere(url, 'update', ({ path }, i) => call(caller, 'PUT', `${path}/${standing[i]}`, { url })),
  }));
  return {
    requests: urls.length * versions.length * 2,
    refusedAtCreate: refused.filter(({ create }) => create).length,
    refusedAtUpdate: refused.filter(({ update }) => update).length,
    complaints,
  };
}

/** Public URLs are accepted on create and update; nothing is sent to them, and they are deleted immediately. */
export async function tryPublic(caller: Caller): Promise<{ accepted: number; complaints: string[] }> {
  const complaints: string[] = [];
  for (const url of publicUrls) {
    for (const version of versions) {
      const id = await createAt(caller, version, url);
      const changed = await call(caller, 'PUT', `${version.path}/${id}`, { url });
      if (changed.status !== 200) complaints.push(`public ${version.path} ${url} is refused`);
      if (id) await call(caller, 'DELETE', `${version.path}/${id}`);
    }
  }
  return { accepted: publicUrls.length - complaints.length, complaints };
}

type Answered = { status: number; text: string };

const call = ({ baseUrl, token }: Caller, method: string, path: string, body?: object): Promise<Answered> =>
  send(baseUrl, { method, path, token, body });

/** A 400 that names the url. */
const isRefusal = ({ status, text }: Answered): boolean =>
  status === 400 && envelope(text)?.error?.messageKey === 'invalid_body_params' && 'url' in JSON.parse(text).error.invalidParams;

async function createAt(caller: Caller, { path, create }: Version, url: string): Promise<string | undefined> {
  const { text } = await call(caller, 'POST', path, create(caller, url));
  return (JSON.parse(text) as { data?: { id: string } }).data?.id;
}
