import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Api, Reply } from './api.ts';

/** Announces a body without sending it: fetch cannot read a response before the body is sent. */
export function announce(api: Api, path: string, bytes: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const open = api.baseUrl.startsWith('https:') ? secureRequest : request;
    const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json', 'content-length': bytes };
    const sent = open(api.baseUrl + path, { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        const names = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string]);
        resolve({ status: response.statusCode ?? 0, headers: new Headers(names), text, body: JSON.parse(text) });
        sent.destroy();
      });
    });
    sent.on('error', reject);
    sent.flushHeaders();
  });
}
