import { signalRun } from '../domain/automations/index.ts';
import { openSecrets, secretsIn, withoutSecrets, withSecrets } from '../domain/secrets/index.ts';
import type { Config } from '../platform/config.ts';
import type { PostOutcome, SafeFetch } from '../platform/safe-fetch.ts';
import { sanitizeText } from '../platform/sanitize-text.ts';
import type { SecretBox } from '../platform/secrets.ts';
import type { ExternalHandler, JobRef } from '../queue/index.ts';
import { jobs } from '../registry/jobs.ts';
import type { Ctx } from '../storage/context.ts';
import { againAt, type Ending, providerJob } from './provider-job.ts';

type Call = {
  runId: string;
  visit: number;
  method: string;
  url: string;
  headers: Record<string, string>;
  secretHeaders?: Record<string, string> | undefined;
  body: string | null;
};
export type CallDeps = { safeFetch: SafeFetch; secrets: SecretBox; config: Pick<Config, 'WEBHOOK_ALLOW_PRIVATE'> };

const TRIES = 3;

/**
 * Makes the HTTP request of an automation run, with the address checks of webhooks. Every attempt has the same Idempotency-Key.
 * Secrets are opened only here: they are in no job, no run and no log, and are removed from the answer.
 */
export const createHttpCaller = (deps: CallDeps): ExternalHandler =>
  providerJob<Call>(jobs.callHttp, async (ctx, call, ref) => {
    const opened = await openHeaders(ctx, deps, call);
    if ('reason' in opened) return endWith(call, { kind: 'unanswered', reason: opened.reason });
    const own = { 'idempotency-key': `${call.runId}:${call.visit}` };
    const headers = { 'content-type': 'application/json', ...call.headers, ...opened.headers, ...own };
    const request = { method: call.method, url: call.url, headers, body: call.body, owner: ctx.tenantId };
    const outcome = await deps.safeFetch.request(request);
    if (isPassing(outcome) && ref.attempt < TRIES) return { againAt: again(ctx, ref) };
    return endWith(call, signalOf(outcome, opened.values));
  });

type Opened = { headers: Record<string, string>; values: string[] } | { reason: string };

/** Returns the headers with the values of their secrets, or the reason why a secret may not be sent to this URL. */
async function openHeaders(ctx: Ctx, { secrets, config }: CallDeps, { url, secretHeaders = {} }: Call): Promise<Opened> {
  const names = [...new Set(Object.values(secretHeaders).flatMap(secretsIn))];
  if (names.length === 0) return { headers: {}, values: [] };
  const target = URL.parse(url);
  if (target?.protocol !== 'https:' && !config.WEBHOOK_ALLOW_PRIVATE)
    return { reason: 'A request with a secret needs an https URL' };
  const known = await openSecrets(ctx, secrets, names);
  for (const name of names) {
    const hosts = known.get(name)?.hosts;
    if (!hosts) return { reason: `There is no secret called ${name}` };
    if (!hosts.includes(target?.hostname ?? '')) return { reason: `The secret ${name} may be sent to ${hosts.join(', ')} only` };
  }
  const reveal = (name: string): string => known.get(name)?.value ?? '';
  const headers = Object.entries(secretHeaders).map(([name, value]) => [name, withSecrets(value, reveal)]);
  return { headers: Object.fromEntries(headers), values: names.map(reveal) };
}

const again = (ctx: Ctx, ref: JobRef): Date => againAt(ctx, jobs.callHttp, ref);

const isPassing = (outcome: PostOutcome): boolean =>
  outcome.kind === 'failed' ? outcome.error !== 'blocked_address' : outcome.status >= 500 || outcome.status === 429;

type Signal = { kind: 'answered'; status: number; body: unknown } | { kind: 'unanswered'; reason: string };

const signalOf = (outcome: PostOutcome, secretValues: string[]): Signal =>
  outcome.kind === 'answered'
    ? { kind: 'answered', status: outcome.status, body: readable(withoutSecrets(outcome.body, secretValues)) }
    : { kind: 'unanswered', reason: outcome.message };

const endWith = ({ runId, visit }: Call, signal: Signal): Ending => ({
  async record(ctx) {
    await signalRun(ctx, runId, signal, (run) => run.waitingFor === 'http' && run.stepsDone === visit);
  },
});

/** Returns the parsed body if it is JSON of limited depth, otherwise the text. */
export function readable(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return depthOf(value) <= 10 ? sanitizeText(value) : body;
  } catch {
    return body;
  }
}

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
