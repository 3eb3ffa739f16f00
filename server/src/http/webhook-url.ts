import { checkUrl } from '../platform/address-guard.ts';
import type { Config } from '../platform/config.ts';
import { invalidParam } from '../platform/errors.ts';

/** Checks a webhook URL when it is set. Its addresses are checked again at every attempt. */
export function requirePublicUrl(url: string, config: Pick<Config, 'WEBHOOK_ALLOW_PRIVATE'>): void {
  const checked = checkUrl(url, { allowPrivate: config.WEBHOOK_ALLOW_PRIVATE });
  if (!checked.ok) throw invalidParam('url', 'invalid_string', checked.reason);
}
