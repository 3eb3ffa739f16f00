import type { types } from '@patchbay/sdk';

type RecipientState = types.CampaignRecipient['state'];

export const recipientStates = ['planned', 'queued', 'sent', 'failed', 'unknown', 'skipped', 'cancelled'] as const;

/** Which recipients are listed: those in a state, and with a text in their error. */
export type PageAddress = { state?: RecipientState; error?: string };

export function readPageAddress({ state, error }: Record<string, unknown>): PageAddress {
  return {
    ...(recipientStates.includes(state as RecipientState) && { state: state as RecipientState }),
    ...(typeof error === 'string' && error !== '' && { error: error.slice(0, 200) }),
  };
}
