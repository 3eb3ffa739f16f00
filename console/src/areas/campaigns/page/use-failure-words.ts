import { useLingui } from '@lingui/react/macro';
import type { FailureGroup } from './failure-advice.ts';

type Words = { title: string; advice: string };

/** Returns what happened, and what to do, in words. */
export function useFailureWords(): (group: Pick<FailureGroup, 'key' | 'remedy'>) => Words {
  const { t } = useLingui();
  const words: Record<string, Words> = {
    no_address: {
      title: t`No address on this channel`,
      advice: t`Add the number or address to these contacts, or reach them with a campaign on another channel.`,
    },
    undeliverable: {
      title: t`The address cannot be reached`,
      advice: t`Sending again will not help. Correct the address, or reach them on another channel.`,
    },
    contact_unsubscribed: {
      title: t`No consent to such messages`,
      advice: t`They asked not to get them. Do not write to them about this on another channel either.`,
    },
    contact_merged: { title: t`Merged with another contact`, advice: t`The other contact got the message. Nothing to do.` },
    contact_erased: { title: t`The contact was erased`, advice: t`Nothing to do.` },
    outside_messaging_window: {
      title: t`The messaging window is closed`,
      advice: t`They wrote more than 24 hours ago. Duplicate the campaign with a template.`,
    },
    template_problem: {
      title: t`The provider refused the template`,
      advice: t`Look at the template's review and its variables, then send again.`,
    },
    invalid_message: {
      title: t`The provider refused the message`,
      advice: t`Duplicate the campaign and correct the message: an empty variable is a frequent cause.`,
    },
    media_problem: {
      title: t`The file was refused`,
      advice: t`Use a file of another type or size in a duplicate of the campaign.`,
    },
    channel_needs_attention: {
      title: t`The channel cannot send`,
      advice: t`Open the channel, repair what it says, then send again.`,
    },
    channel_not_connected: { title: t`The channel is not connected`, advice: t`Connect the channel, then send again.` },
    rate_limited: { title: t`The provider's speed limit`, advice: t`Send again in a few minutes.` },
    outcome_unknown: {
      title: t`Unknown: the connection broke before an answer`,
      advice: t`They may have arrived. Nobody gets a message twice unless you say so.`,
    },
  };
  const tomorrow = {
    title: t`Limit for marketing messages to one person`,
    advice: t`Meta lets them through after 24 hours. Send again tomorrow.`,
  };
  const other = {
    title: t`The provider refused them`,
    advice: t`Send again. If it fails again, give the reason below to your administrator.`,
  };
  return ({ key, remedy }) => (remedy === 'retryTomorrow' ? tomorrow : (words[key] ?? other));
}
