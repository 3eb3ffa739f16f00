import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';

type Status = types.Campaign['status'];
type RecipientState = types.CampaignRecipient['state'];
type Tone = 'plain' | 'ok' | 'warn' | 'danger' | 'info' | 'live';

export const toneOf: Record<Status, Tone> = {
  draft: 'plain',
  scheduled: 'info',
  running: 'live',
  paused: 'warn',
  completed: 'ok',
  cancelled: 'plain',
  failed: 'danger',
};

export function useStatusWords(): Record<Status, string> {
  const { t } = useLingui();
  return {
    draft: t`Draft`,
    scheduled: t`Scheduled`,
    running: t`Running`,
    paused: t`Paused`,
    completed: t`Completed`,
    cancelled: t`Cancelled`,
    failed: t`Failed`,
  };
}

export function useRecipientWords(): Record<RecipientState, string> {
  const { t } = useLingui();
  return {
    planned: t`Waiting`,
    queued: t`Being sent`,
    sent: t`Sent`,
    failed: t`Failed`,
    unknown: t`Unknown`,
    skipped: t`Skipped`,
    cancelled: t`Cancelled`,
  };
}

/** The audience of a campaign in a few words. */
export function useAudienceWords(
  labels: readonly { id: string; name: string }[] | undefined,
): (campaign: types.Campaign) => string {
  const { t } = useLingui();
  return ({ audience }) => {
    switch (audience.type) {
      case 'all':
        return t`All contacts`;
      case 'labels':
        return audience.labelIds.map((id) => labels?.find((label) => label.id === id)?.name ?? '…').join(', ');
      case 'query':
        return t`Contacts that match a filter`;
      case 'upload':
        return t`Contacts from a file`;
      default:
        return t`Chosen contacts`;
    }
  };
}
