import { type Finding, fail, jsonOf, ok, type Reply, skip, warn } from './finding.ts';

/** Pure functions from responses to findings, so that each can be tested without a broken installation. */

const MOST_SKEW_SECONDS = 30;
const VERIFIERS_TOLERATE_SECONDS = 300;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export const isLoopback = (url: string): boolean => LOOPBACK.test(new URL(url).hostname);

export function verifyAlive({ status, text }: Reply): Finding {
  if (status === 200 && jsonOf(text)?.status === 'alive') return ok('the server answers');
  return fail(`/livez answered ${status}, but not like Patchbay`, 'check the address and the configuration of the proxy');
}

const services: Record<string, { without: string; isVital?: true }> = {
  postgresql: { without: 'requests get 503', isVital: true },
  redis: { without: 'each process counts rate limits on its own' },
  nats: { without: 'messages and webhooks wait, and live feeds are delayed' },
};

export function verifyReady({ status, text }: Reply): Finding {
  const body = jsonOf(text);
  if (!body)
    return fail(`/readyz answered ${status} without JSON`, 'check the proxy: health pages must come from the server itself');
  if (body.status === 'draining') return warn('this process is shutting down', 'check again after the restart');
  const away = Object.entries((body.services ?? {}) as Record<string, boolean>).flatMap(([name, isThere]) =>
    isThere ? [] : [name],
  );
  if (away.length === 0 && status === 200) return ok('PostgreSQL, Redis and NATS answer');
  const says =
    away.map((name) => `${name} is away: ${services[name]?.without ?? 'it is needed'}`).join('; ') ||
    `/readyz answered ${status}`;
  const todo = 'start it, or correct its address in the settings of the server (docs/configuration.md)';
  return status !== 200 || away.some((name) => services[name]?.isVital) ? fail(says, todo) : warn(says, todo);
}

/** Signatures carry a time: a receiver refuses those that are minutes off. */
export function verifyClock(dateHeader: string | null, now: Date): Finding {
  const theirs = Date.parse(dateHeader ?? '');
  if (Number.isNaN(theirs)) return skip('the server sends no Date header');
  const skew = Math.round((theirs - now.getTime()) / 1000);
  const says = `the server’s clock and this one are ${Math.abs(skew)} s apart`;
  if (Math.abs(skew) <= MOST_SKEW_SECONDS) return ok(says);
  const todo = 'synchronise both with NTP; receivers refuse webhooks that are five minutes off';
  return Math.abs(skew) >= VERIFIERS_TOLERATE_SECONDS ? fail(says, todo) : warn(says, todo);
}

export function verifyEncryption(url: string): Finding {
  if (new URL(url).protocol === 'https:') return ok('the connection is encrypted');
  if (isLoopback(url)) return ok('not encrypted, on this machine only');
  return warn('the token is sent unencrypted', 'put a proxy with TLS in front of the server, and use its https address');
}

export function verifyPublicUrl(document: Reply, url: string): Finding {
  const servers = jsonOf(document.text)?.servers as { url?: string }[] | undefined;
  const given = servers?.[0]?.url;
  if (document.status !== 200 || typeof given !== 'string' || !URL.canParse(given))
    return fail(
      `/openapi.json answered ${document.status}, but not with the OpenAPI document`,
      'check the proxy: it must forward all paths',
    );
  if (new URL(given).origin === new URL(url).origin) return ok(`PUBLIC_URL is ${given}`);
  if (isLoopback(url) && isLoopback(given))
    return warn(
      `PUBLIC_URL is ${given}, but this check used ${url}`,
      'links to files and callback URLs begin with PUBLIC_URL; set it to a working address',
    );
  if (isLoopback(given))
    return fail(
      `PUBLIC_URL is ${given}, which only the server itself can reach`,
      'set PUBLIC_URL to the address that providers and browsers use, and restart',
    );
  return warn(
    `PUBLIC_URL is ${given}, but this check used ${url}`,
    'correct if the server has two addresses; otherwise set PUBLIC_URL',
  );
}

export function verifyKeys({ status, text }: Reply): Finding {
  const keys = jsonOf(text)?.keys;
  if (status === 200 && Array.isArray(keys) && keys.length > 0)
    return ok(`${keys.length} public ${keys.length === 1 ? 'key' : 'keys'} for tokens`);
  return fail('there is no key that signs tokens', 'run on the server: npm run admin -- migrate');
}

/** Without a token the API must refuse, in its own words. */
export function verifyAuthentication({ status, headers, text }: Reply): Finding {
  const error = jsonOf(text)?.error as { messageKey?: string } | undefined;
  if (status === 200) return fail('the API answers without a token', 'a proxy adds a token: remove it immediately');
  if (status === 429) return warn('this address had too many failed logins', 'wait a minute');
  if (status !== 401 || error?.messageKey !== 'unauthorized')
    return fail(
      `without a token the API answered ${status}, but not with its own error`,
      'check the proxy: it must not replace errors',
    );
  if (!headers.get('x-request-id'))
    return warn('the header X-Request-Id does not arrive', 'let the proxy forward it: it identifies a request in the logs');
  return ok('requests without a token are refused');
}

/** /metrics needs no token by default, so it should not be public. */
export function verifyMetrics({ status }: Reply, url: string): Finding {
  if (status !== 200) return ok('/metrics is not public');
  if (isLoopback(url)) return ok('/metrics answers, on this machine only');
  return warn('/metrics is public', 'restrict /metrics to your own network, or set METRICS_PORT or METRICS_TOKEN');
}

export function verifyV2({ status, headers }: Reply): Finding {
  if (status === 410) return ok('version 2 has ended');
  const sunset = headers.get('sunset');
  return sunset ? ok(`version 2 works until ${sunset}`) : skip(`version 2 answered ${status}`);
}

type Channel = { name: string; type: string; status: string; statusReason: string | null; isConnected: boolean };

export function verifyChannels(channels: readonly Channel[]): Finding {
  if (channels.length === 0)
    return warn('there are no channels: no message can be received or sent', 'connect one: docs/guides/channels.md');
  const broken = channels.filter(({ status }) => status === 'error');
  if (broken.length > 0)
    return fail(
      broken.map(({ name, type, statusReason }) => `${name} (${type}) is broken: ${statusReason ?? 'unknown reason'}`).join('; '),
      'correct its settings with PUT /v3/channels/{id}',
    );
  const loose = channels.filter(({ isConnected }) => !isConnected);
  if (loose.length > 0)
    return warn(
      `channels without settings: ${loose.map(({ name }) => name).join(', ')}`,
      'set their settings: docs/guides/channels.md',
    );
  return ok(`${channels.length} ${channels.length === 1 ? 'channel' : 'channels'}, none broken`);
}

type Endpoint = { id: string; url: string; status: string; failingSince: string | null; disabledReason: string | null };

export function verifyWebhooks(endpoints: readonly Endpoint[]): Finding {
  const disabled = endpoints.filter(({ status }) => status === 'disabled');
  if (disabled.length > 0)
    return fail(
      disabled.map(({ url, disabledReason }) => `${url} is disabled: ${disabledReason ?? 'it kept failing'}`).join('; '),
      `fix the receiver, then PUT /v3/api_webhooks/${disabled[0]?.id} {"status":"active"} and patchbay webhooks replay`,
    );
  const failing = endpoints.filter(({ failingSince }) => failingSince !== null);
  if (failing.length > 0)
    return warn(
      failing.map(({ url, failingSince }) => `${url} fails since ${failingSince}`).join('; '),
      'check its deliveries; failed ones are retried automatically',
    );
  return ok(
    endpoints.length === 0
      ? 'there are no webhooks'
      : `${endpoints.length} ${endpoints.length === 1 ? 'endpoint' : 'endpoints'}, none failing`,
  );
}
