import { randomBytes } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };
type Sent = { token?: string; headers?: Record<string, string | number>; body?: Buffer };

/** Makes one call without redirects, normalisation or extra headers. */
export function call(baseUrl: string, method: string, path: string, { token, headers, body }: Sent = {}): Promise<Answer> {
  const { hostname, port } = new URL(baseUrl);
  const all = { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-length': body.length }), ...headers };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: all }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server answered and fails where it is wrong
export const json = ({ body }: Answer): any => JSON.parse(body.toString());

/** Builds a form with unescaped names, as a hostile client would. */
export function formOf(name: string, bytes: Buffer, declared = 'application/octet-stream'): { type: string; body: Buffer } {
  const boundary = randomBytes(12).toString('hex');
  const quoted = name
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replace(/[\r\n]/g, (char) => (char === '\r' ? '%0D' : '%0A'));
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted}"\r\nContent-Type: ${declared}\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

export function upload(baseUrl: string, token: string, name: string, bytes: Buffer, declared?: string): Promise<Answer> {
  const { type, body } = formOf(name, bytes, declared);
  return call(baseUrl, 'POST', '/v3/files', { token, body, headers: { 'content-type': type } });
}

export async function publicPath(baseUrl: string, token: string, fileId: string): Promise<string> {
  const answer = await call(baseUrl, 'GET', `/v3/files/${fileId}/public_url`, { token });
  return new URL(json(answer).data.publicUrl as string).pathname;
}
