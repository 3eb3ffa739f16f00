import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export type Call = {
  method: string;
  /** Sent unchanged: `..` is not resolved and nothing is escaped. */
  path: string;
  headers?: Record<string, string>;
  token?: string;
  body?: unknown;
  /** Instead of a body: multipart/form-data with the boundary `form`. */
  form?: string;
};
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

const LISTEN_MS = 300;
const shared = new Agent({ keepAlive: true, maxSockets: 64 });

/** Makes one HTTP call. Rejects if the connection fails before the complete response. */
export function send(baseUrl: string, call: Call, agent: Agent = shared): Promise<Answer> {
  const { hostname, port } = new URL(baseUrl);
  const body = call.form ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  const type = call.form === undefined ? 'application/json' : 'multipart/form-data; boundary=form';
  const headers: Record<string, string> = {
    ...(call.token !== undefined && { authorization: `Bearer ${call.token}` }),
    ...(body !== undefined && { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }),
    ...call.headers,
  };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: call.path, method: call.method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      // A stream does not end: the data of the first moment is the response.
      const isStream = response.headers['content-type']?.startsWith('text/event-stream') ?? false;
      if (isStream) setTimeout(() => response.destroy(), LISTEN_MS);
      response.on('error', isStream ? () => undefined : reject);
      response.on('close', () => {
        if (!response.complete && !isStream) return reject(new Error('the connection broke in the middle of the answer'));
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Runs the work for every item with limited concurrency. Results keep the order. */
export async function mapParallel<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const i = next++;
      results[i] = await work(items[i] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}

/** Parses a response as the API envelope; undefined if it is not one. */
export function envelope(text: string): { success: boolean; error?: { messageKey: string } } | undefined {
  try {
    const read = JSON.parse(text) as { success?: unknown; error?: { messageKey?: unknown; message?: unknown } };
    const { success, error } = read;
    const refused = success === false && typeof error?.messageKey === 'string' && typeof error.message === 'string';
    return success === true || refused ? (read as ReturnType<typeof envelope>) : undefined;
  } catch {
    return undefined;
  }
}
