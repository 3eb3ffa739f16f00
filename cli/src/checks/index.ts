import { ConnectionError, Patchbay, PatchbayError } from '@patchbay/sdk';
import { type Finding, fail, ok, type Reply, skip, warn } from './finding.ts';
import * as verify from './verify.ts';

export type Found = Finding & { name: string };

/** `token` is null without a login: then only the checks without a token run. */
export type Subject = { url: string; token: string | null; signal: AbortSignal };

const ANSWER_WITHIN_MS = 10_000;
/** The feed sends a line as soon as it is connected; a longer delay means that a proxy buffers it. */
const FIRST_WORD_WITHIN_MS = 10_000;

type Check = { name: string; look(subject: Subject): Promise<Finding> };

/** What needs no token. The first decides whether there is anything to look at. */
const open: Check[] = [
  { name: 'alive', look: async (subject) => verify.verifyAlive(await get(subject, '/livez')) },
  { name: 'encryption', look: async ({ url }) => verify.verifyEncryption(url) },
  { name: 'services', look: async (subject) => verify.verifyReady(await get(subject, '/readyz')) },
  { name: 'clock', look: async (subject) => verify.verifyClock((await get(subject, '/livez')).headers.get('date'), new Date()) },
  { name: 'public address', look: async (subject) => verify.verifyPublicUrl(await get(subject, '/openapi.json'), subject.url) },
  { name: 'signing keys', look: async (subject) => verify.verifyKeys(await get(subject, '/.well-known/jwks.json')) },
  { name: 'authentication', look: async (subject) => verify.verifyAuthentication(await get(subject, '/v3/usage')) },
  { name: 'metrics', look: async (subject) => verify.verifyMetrics(await get(subject, '/metrics'), subject.url) },
];

const withToken: Check[] = [
  { name: 'token', look: (subject) => ask(subject, async (api, call) => ok(`the plan is ${(await api.usage.get(call)).plan}`)) },
  { name: 'version 2', look: async (subject) => verify.verifyV2(await get(subject, '/v2/attributes', subject.token)) },
  { name: 'live feed', look: verifyFeed },
  {
    name: 'channels',
    look: (subject) =>
      ask(subject, async (api, call) => verify.verifyChannels(await Array.fromAsync(api.channels.each({}, call)))),
  },
  {
    name: 'webhooks',
    look: (subject) =>
      ask(subject, async (api, call) => verify.verifyWebhooks(await Array.fromAsync(api.webhooks.each({}, call)))),
  },
];

/** Yields each finding as soon as it is known. Ends if the address does not respond. */
export async function* look(subject: Subject): AsyncGenerator<Found> {
  for (const { name, look } of open)
    yield { name, ...(await look(subject).catch((error: unknown) => unanswered(subject, name, error))) };
  if (subject.token === null)
    return yield { name: 'token', ...skip('not logged in: checks that need a token were skipped; run patchbay login') };
  for (const { name, look } of withToken) {
    const found = await look(subject).catch((error: unknown) => unanswered(subject, name, error));
    yield { name, ...found };
    if (name === 'token' && found.state === 'fail') return;
  }
}

/** The very first page decides: without it there is nothing to verify. Later ones may fail alone. */
function unanswered({ signal }: Subject, name: string, error: unknown): Finding {
  signal.throwIfAborted();
  if (name === 'alive' || !(error instanceof ConnectionError)) throw error;
  return fail(error.message, 'check the proxy and the server’s log');
}

async function get({ url, signal }: Subject, path: string, token: string | null = null): Promise<Reply> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(url + path, { signal: limit, redirect: 'manual', headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  } catch (error) {
    signal.throwIfAborted();
    const { cause, message } = error as Error & { cause?: Error & { code?: string } };
    throw new ConnectionError({
      operation: path,
      message: `no answer: ${cause?.message || cause?.code || message}`,
      requestId: null,
      attempts: 1,
    });
  }
}

type Call = { signal: AbortSignal };

/** A token that may not look there is no fault of the installation. */
async function ask({ url, token, signal }: Subject, question: (api: Patchbay, call: Call) => Promise<Finding>): Promise<Finding> {
  try {
    return await question(new Patchbay({ token: token ?? '', baseUrl: url }), { signal });
  } catch (error) {
    if (!(error instanceof PatchbayError) || error instanceof ConnectionError) throw error;
    if (error.is('forbidden', 'insufficient_billing_plan')) return skip(error.message);
    if (error.is('unauthorized')) return fail('the token is refused', 'run: patchbay login');
    return fail(error.message, 'look for the request id in the server’s log');
  }
}

/** Asked without the SDK, which would wait and try again: here the first word counts. */
async function verifyFeed({ url, token, signal }: Subject): Promise<Finding> {
  const over = new AbortController();
  const late = setTimeout(() => over.abort(), FIRST_WORD_WITHIN_MS);
  try {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const answer = await fetch(`${url}/v3/events`, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([signal, over.signal]),
    });
    if (answer.status === 403) return skip('the token may not read events');
    if (answer.status !== 200) return fail(`the live feed answered ${answer.status}`, 'let the proxy forward /v3/events');
    for await (const _first of answer.body ?? []) return ok('events arrive as they happen');
    return fail('the live feed ended immediately', 'let the proxy keep connections to /v3/events open');
  } catch (error) {
    signal.throwIfAborted();
    if (!over.signal.aborted) throw error;
    return warn('the live feed sends nothing', 'the proxy buffers responses: turn buffering off for /v3/events');
  } finally {
    clearTimeout(late);
    over.abort();
  }
}
