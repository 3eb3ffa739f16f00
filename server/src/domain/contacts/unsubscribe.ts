import type { Config } from '../../platform/config.ts';
import { createSignedIds } from '../../platform/signed-ids.ts';
import type { Ctx } from '../../storage/context.ts';
import { statementsOf } from '../consents/index.ts';
import { recordStatements } from './consent.ts';

/** Who withdraws: the recipient of one message, by their address and the channel that it came from. */
export type Withdrawal = { tenantId: string; contactId: string; handleId: string; channelId: string; messageId: string };

export type UnsubscribeLinks = {
  /** The link of one message, or nothing where the server has no https address: RFC 8058 allows no other. */
  urlFor(withdrawal: Withdrawal): string | undefined;
  read(token: string): Withdrawal | undefined;
};

const IDS = 5;

/** The links need no row: whose they are is in them, signed. They work as long as MASTER_KEY stays the same. */
export function createUnsubscribeLinks(config: Pick<Config, 'MASTER_KEY' | 'PUBLIC_URL'>): UnsubscribeLinks {
  const signed = createSignedIds(config.MASTER_KEY, 'unsubscribe', IDS);
  const base = config.PUBLIC_URL.replace(/\/+$/, '');
  return {
    urlFor({ tenantId, contactId, handleId, channelId, messageId }) {
      if (!base.startsWith('https:')) return undefined;
      return `${base}/unsubscribe/${signed.sign([tenantId, contactId, handleId, channelId, messageId])}`;
    },
    read(token) {
      const ids = signed.read(token);
      if (!ids) return undefined;
      const [tenantId = '', contactId = '', handleId = '', channelId = '', messageId = ''] = ids;
      return { tenantId, contactId, handleId, channelId, messageId };
    },
  };
}

/** Withdraws a recipient from marketing mail. Saying it again, or for an address that is gone, changes nothing. */
export const withdrawFromMarketing = async (ctx: Ctx, { handleId, channelId, messageId }: Withdrawal): Promise<void> => {
  const said = { handleId, isStop: true, source: 'one_click', at: ctx.clock.now(), evidence: { messageId } } as const;
  await recordStatements(ctx, statementsOf({ id: channelId, type: 'email' }, said));
};
