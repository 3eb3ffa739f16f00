import { type Dispatcher, request } from 'undici';
import type { Callback } from './outbox.ts';

/** Posts a callback. Returns null after a 2xx response, and otherwise the problem. */
export async function post(agent: Dispatcher, callback: Callback, timeoutMs: number): Promise<string | null> {
  try {
    const { statusCode, body } = await request(callback.url, {
      method: 'POST',
      headers: callback.headers,
      body: callback.body,
      dispatcher: agent,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    await body.dump();
    return statusCode >= 200 && statusCode < 300 ? null : `answered ${statusCode}`;
  } catch (error) {
    return error instanceof Error ? `${(error as NodeJS.ErrnoException).code ?? error.name}: ${error.message}` : String(error);
  }
}
