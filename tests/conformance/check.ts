import type { Api } from './api.ts';
import type { OwnServers } from './own-servers.ts';
import type { Provider } from './provider.ts';
import type { Inbox } from './receiver.ts';

/** The servers under test. `v2` serves version 2, `retired` refuses it; a foreign server is one of the two. */
export type Target = {
  api: Api;
  v2: Api | null;
  retired: Api | null;
  own: OwnServers | null;
  provider: Provider | null;
  close(): Promise<void>;
};

/** One observable statement. `start` returns the check, or why it cannot run against this target. */
export type Check = { sentence: string; start(target: Target): (() => Promise<void>) | { skipped: string } };
export type Chapter = { title: string; checks: Check[] };

/** Holds of every server. */
export const check = (sentence: string, run: (api: Api) => Promise<void>): Check => ({
  sentence,
  start:
    ({ api }) =>
    () =>
      run(api),
});

/** Holds while version 2 still answers. */
export const checkV2 = (sentence: string, run: (api: Api) => Promise<void>): Check => ({
  sentence,
  start: ({ v2 }) => (v2 ? () => run(v2) : { skipped: 'version 2 is past its sunset here' }),
});

/** Holds once version 2 is past its sunset. */
export const checkRetired = (sentence: string, run: (api: Api) => Promise<void>): Check => ({
  sentence,
  start: ({ retired }) => (retired ? () => run(retired) : { skipped: 'version 2 still answers here' }),
});

/** Needs tenants or settings that only an operator can create. */
export const checkOwn = (sentence: string, run: (own: OwnServers) => Promise<void>): Check => ({
  sentence,
  start: ({ own }) => (own ? () => run(own) : { skipped: 'needs servers of its own; run without --base-url' }),
});

/** Needs a server that may call a receiver on this machine. */
export const checkDelivery = (sentence: string, run: (api: Api, inbox: () => Inbox) => Promise<void>): Check => ({
  sentence,
  start: ({ own }) =>
    own
      ? () => run(own.current, own.receiver.inbox)
      : { skipped: 'the server would have to call a receiver on this machine; run without --base-url' },
});

/** Needs the sandbox as provider, reachable in both directions. */
export const checkProvider = (sentence: string, run: (api: Api, provider: Provider) => Promise<void>): Check => ({
  sentence,
  start: ({ api, provider }) =>
    provider ? () => run(api, provider) : { skipped: 'needs a sandbox beside the server; set SANDBOX_URL' },
});

/** Needs both: the sandbox, and a webhook receiver. */
export const checkMessageDelivery = (
  sentence: string,
  run: (api: Api, provider: Provider, inbox: () => Inbox) => Promise<void>,
): Check => ({
  sentence,
  start: ({ own, provider }) =>
    own && provider
      ? () => run(own.current, provider, own.receiver.inbox)
      : { skipped: 'the server would have to call a receiver on this machine; run without --base-url' },
});

/** A fixture that several checks read and none changes: created once per server, on first use. */
export function shared<T>(make: (api: Api) => Promise<T>): (api: Api) => Promise<T> {
  const made = new WeakMap<Api, Promise<T>>();
  return (api) => {
    const there = made.get(api) ?? make(api);
    made.set(api, there);
    return there;
  };
}
