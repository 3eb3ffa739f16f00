import type { types } from '@patchbay/sdk';

export type Failure = types.CampaignStatistics['errors'][number];

/** What can be done about an error: send again, or repair something first. `never`: another message would be refused, too. */
export type Remedy = 'retry' | 'retryTomorrow' | 'template' | 'channel' | 'contacts' | 'content' | 'never' | 'look';

const remedies: Record<string, Remedy> = {
  no_address: 'contacts',
  undeliverable: 'contacts',
  contact_unsubscribed: 'never',
  contact_merged: 'never',
  contact_erased: 'never',
  outside_messaging_window: 'template',
  template_problem: 'template',
  invalid_message: 'content',
  media_problem: 'content',
  channel_needs_attention: 'channel',
  channel_not_connected: 'channel',
  outcome_unknown: 'look',
};

/** Meta's limit for marketing messages to one person. */
const PERSON_LIMIT = '131049';

export const remedyOf = ({ key, code }: Pick<Failure, 'key' | 'code'>): Remedy =>
  code === PERSON_LIMIT ? 'retryTomorrow' : (remedies[key] ?? 'retry');

export type FailureGroup = Failure & { remedy: Remedy };

/** Returns the errors of a campaign with the same remedy and cause together, the most frequent first. */
export function groupFailures(errors: readonly Failure[]): FailureGroup[] {
  const groups = Map.groupBy(errors, ({ key, code }) => `${key} ${remedyOf({ key, code })}`);
  return [...groups.values()]
    .flatMap(([first, ...more]) => {
      if (!first) return [];
      const count = more.reduce((sum, one) => sum + one.count, first.count);
      return [{ ...first, code: more.length === 0 ? first.code : null, count, remedy: remedyOf(first) }];
    })
    .toSorted((a, b) => b.count - a.count);
}
