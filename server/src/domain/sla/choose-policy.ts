import type { SlaPolicy } from './policies.ts';

/** What decides which policy a conversation gets. */
export type Conversation = { channelId: string; teamId: string | null; labelIds: ReadonlySet<string> };

/** Returns the first policy that includes the conversation. */
export const choosePolicy = <Policy extends Pick<SlaPolicy, 'channelIds' | 'teamIds' | 'labelIds'>>(
  policies: readonly Policy[],
  { channelId, teamId, labelIds }: Conversation,
): Policy | undefined =>
  policies.find(
    (policy) =>
      includes(policy.channelIds, (id) => id === channelId) &&
      includes(policy.teamIds, (id) => id === teamId) &&
      includes(policy.labelIds, (id) => labelIds.has(id)),
  );

const includes = (ids: readonly string[], matches: (id: string) => boolean): boolean => ids.length === 0 || ids.some(matches);
