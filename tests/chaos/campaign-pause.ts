import { setTimeout as wait } from 'node:timers/promises';
import { askFor } from './ask.ts';
import type { Owner } from './campaign-tenant.ts';
import type { SendWorld } from './send-environment.ts';

export const MOST_PAUSE_MS = 1_000;
/** Long enough to see that nothing is sent any more, by anybody. */
const PAUSED_FOR_MS = 4_000;
/** Somebody is sending right now. */
const JUST_NOW_MS = 300;

/**
 * Pauses in the middle of the sending, and goes on after a while. Answers how long after the pause was answered somebody
 * still began to send.
 */
export async function pauseAndResume(world: SendWorld, owner: Owner): Promise<number> {
  await untilInFullSwing(world, owner);
  await askFor(world, owner, `/v3/campaigns/${owner.campaignId}/pause`);
  const pausedAt = Date.now();
  const before = (await world.provider.summary(owner.account)).accepted;
  await wait(PAUSED_FOR_MS);
  const { lastCallAt, accepted } = await world.provider.summary(owner.account);
  const pauseMs = Math.max(0, Date.parse(lastCallAt ?? '') - pausedAt);
  console.log(`paused at ${before} of ${owner.phones.length}; ${accepted - before} more were sent, the last after ${pauseMs} ms`);
  await askFor(world, owner, `/v3/campaigns/${owner.campaignId}/resume`);
  return pauseMs;
}

async function untilInFullSwing(world: SendWorld, { account }: Owner): Promise<void> {
  const until = Date.now() + world.patienceMs;
  for (;;) {
    const { lastCallAt } = await world.provider.summary(account);
    if (Date.now() - Date.parse(lastCallAt ?? '') < JUST_NOW_MS) return;
    if (Date.now() > until) throw new Error('nobody is sending');
    await wait(20);
  }
}
