import type { Config } from '../../platform/config.ts';
import type { MasterKeySettings } from '../../platform/master-keys.ts';
import { createSignedIds } from '../../platform/signed-ids.ts';
import type { Ctx } from '../../storage/context.ts';
import { statementsOf } from '../consents/index.ts';
import { recordStatements } from './consent.ts';

/** The recipient of one message: the handle and the channel. */
export type Withdrawal = { tenantId: string; contactId: string; handleId: string; channelId: string; messageId: string };

export type UnsubscribeLinks = {
  /** Returns the unsubscribe link of a message, or undefined if the server has no https address, which RFC 8058 requires. */
  urlFor(withdrawal: Withdrawal): string | undefined;
  read(token: string): Withdrawal | undefined;
};

const IDS = 5;

/**
 * Creates and reads unsubscribe links. A link contains its recipient, signed, so it needs no row. It is valid as long as
 * the key that signed it is the MASTER_KEY or one of the MASTER_KEYS.
 */
export function createUnsubscribeLinks(config: MasterKeySettings & Pick<Config, 'PUBLIC_URL'>): UnsubscribeLinks {
  const signed = createSignedIds(config, 'unsubscribe', IDS);
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

/** Withdraws the marketing consent of a recipient. A repetition, or an address that no longer exists, changes nothing. */
export const withdrawFromMarketing = async (ctx: Ctx, { handleId, channelId, messageId }: Withdrawal): Promise<void> => {
  const preference = { handleId, isStop: true, source: 'one_click', at: ctx.clock.now(), evidence: { messageId } } as const;
  await recordStatements(ctx, statementsOf({ id: channelId, type: 'email' }, preference));
};
