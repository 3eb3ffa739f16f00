import { Patchbay, type types } from '@patchbay/sdk';
import { currentToken } from '../../../../app/session/session.ts';

/** Uploads a file and reports how much of it is sent, from 0 to 1. */
export function uploadFile(file: File, onProgress: (part: number) => void): Promise<types.File> {
  const client = new Patchbay({
    token: currentToken,
    baseUrl: location.origin,
    timeoutMs: 0,
    maxRetries: 1,
    fetch: (input, init) => fetchWithProgress(input instanceof Request ? input.url : input.toString(), init ?? {}, onProgress),
  });
  return client.files.upload({ content: file, name: file.name || 'file' });
}

/** A fetch that knows how much was sent; the browser's own does not tell. */
function fetchWithProgress(url: string, { method, headers, body, signal }: RequestInit, onProgress: (part: number) => void) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method ?? 'GET', url);
    for (const [name, value] of Object.entries(headers as Record<string, string>)) request.setRequestHeader(name, value);
    request.responseType = 'arraybuffer';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new TypeError('The upload was interrupted'));
    request.onabort = () => reject(signal?.reason);
    request.onload = () =>
      resolve(new Response(request.response as ArrayBuffer, { status: request.status, headers: headersOf(request) }));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body as XMLHttpRequestBodyInit);
  });
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const at = line.indexOf(': ');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 2));
  }
  return headers;
}
