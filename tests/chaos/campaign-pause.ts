import { setTimeout as wait } from 'node:timers/promises';
import { askFor } from './ask.ts';
import type { Owner } from './campaign-tenant.ts';
import type { SendEnvironment } from './send-environment.ts';

export const MAX_PAUSE_MS = Number(process.env.MAX_PAUSE_MS ?? 1_000);
/** Long enough to see that no worker sends any more. */
const PAUSED_FOR_MS = 4_000;
/** The provider was called within this time. */
const JUST_NOW_MS = 300;

/** Pauses the campaign during the sending and resumes it. Returns how long after the response of the pause a send still started. */
export async function pauseAndResume(environment: SendEnvironment, owner: Owner): Promise<number> {
  await untilSendingNow(environment, owner);
  await askFor(environment, owner, `/v3/campaigns/${owner.campaignId}/pause`);
  const pausedAt = Date.now();
  const before = (await environment.provider.summary(owner.account)).accepted;
  await wait(PAUSED_FOR_MS);
  const { lastCallAt, accepted } = await environment.provider.summary(owner.account);
  const pauseMs = Math.max(0, Date.parse(lastCallAt ?? '') - pausedAt);
  console.log(`paused at ${before} of ${owner.phones.length}; ${accepted - before} more were sent, the last after ${pauseMs} ms`);
  await askFor(environment, owner, `/v3/campaigns/${owner.campaignId}/resume`);
  return pauseMs;
}

async function untilSendingNow(environment: SendEnvironment, { account }: Owner): Promise<void> {
  const until = Date.now() + environment.patienceMs;
  for (;;) {
    const { lastCallAt } = await environment.provider.summary(account);
    if (Date.now() - Date.parse(lastCallAt ?? '') < JUST_NOW_MS) return;
    if (Date.now() > until) throw new Error('no worker is sending');
    await wait(20);
  }
}
