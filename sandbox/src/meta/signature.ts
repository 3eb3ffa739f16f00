import { createHmac } from 'node:crypto';
import type { Callback } from '../outbox/outbox.ts';

/** Meta signs the raw bytes of the body with the app secret. */
export function signedByMeta(url: string, appSecret: string, payload: unknown): Callback {
  const body = JSON.stringify(payload);
  const hash = createHmac('sha256', appSecret).update(body).digest('hex');
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'facebookexternalua',
      'x-hub-signature-256': `sha256=${hash}`,
    },
    body,
  };
}
