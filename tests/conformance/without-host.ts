import { type IncomingMessage, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Api, Reply } from './api.ts';

/** Sends a request without a Host header, which fetch cannot. */
export function getWithoutHost(api: Api, path: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const open = api.baseUrl.startsWith('https:') ? secureRequest : request;
    const options = { setHost: false, headers: { authorization: `Bearer ${api.token}`, connection: 'close' } };
    const sent = open(api.baseUrl + path, options, (response) => {
      readReply(response).then(resolve, reject);
    });
    sent.on('error', reject).end();
  });
}

async function readReply(response: IncomingMessage): Promise<Reply> {
  const text = (await response.toArray()).join('');
  const names = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string]);
  const body = text.startsWith('{') ? JSON.parse(text) : undefined;
  return { status: response.statusCode ?? 0, headers: new Headers(names), text, body };
}
