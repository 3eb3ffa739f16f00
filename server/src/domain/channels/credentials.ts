import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { selectForUpdate, updateLease, updateNoLease, updateSecrets } from './channels.store.ts';
import type { Channel } from './channels.ts';

/** Longer than a call to an OAuth server may take, so that only one process calls it. */
const LEASE_MS = 60_000;

/** The right to exchange a channel's refresh token, with the channel's settings. */
export type TokenLease = { id: string; settings: Record<string, unknown>; sealed: Buffer | null };

/** Takes the lease. Returns undefined while another process holds it. */
export async function takeTokenLease(ctx: Ctx, channelId: string): Promise<TokenLease | undefined> {
  const id = idFor(ctx);
  const now = ctx.clock.now();
  const taken = await updateLease(ctx, channelId, id, now, new Date(now.getTime() + LEASE_MS));
  return taken && { id, ...taken };
}

/** Ends the lease. Does nothing if it has expired and another process holds the next one. */
export const endTokenLease = (ctx: Ctx, channelId: string, leaseId: string): Promise<void> =>
  updateNoLease(ctx, channelId, leaseId);

/** Locks a channel until the transaction ends, to change its settings without another change in between. */
export const lockChannel = async (ctx: Ctx, id: string): Promise<Channel & { sealed: Buffer | null }> =>
  found(isId(id) ? await selectForUpdate(ctx, id) : undefined, 'channel_not_found');

/**
 * Replaces the encrypted secrets by what `change` returns, and does nothing if that is undefined. It is no change of the settings: a
 * channel with the status `error` keeps it.
 */
export const replaceSecrets = (ctx: Ctx, id: string, change: (sealed: Buffer) => Buffer | undefined): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const { sealed } = await lockChannel(ctx, id);
    const next = sealed && change(sealed);
    if (next) await updateSecrets(ctx, id, next);
    return Boolean(next);
  });
