import { useLingui } from '@lingui/react/macro';
import { useChannels, useLabels, useTeams, useUsers } from '../queries/directory.ts';
import type { Filters } from '../queries/search-params.ts';

type Named = { name: keyof Filters; text: string };

/** Returns each filter in words, for chips. */
export function useFilterTexts(filters: Filters): Named[] {
  const { t } = useLingui();
  const [users, teams, labels, channels] = [useUsers(), useTeams(), useLabels(), useChannels()];
  const nameIn = (list: readonly { id: string; name: string }[], id: string) => list.find((one) => one.id === id)?.name ?? '…';
  const { status, assignee, team, channel, type, label, unread, waiting, window } = filters;
  const statuses = {
    open: t({ message: 'Open', context: 'status of a chat' }),
    snoozed: t`Snoozed`,
    closed: t`Closed`,
    any: t`Any status`,
  };
  const people: Record<string, string> = { me: t`Assigned to me`, none: t`Unassigned`, any: t`Any assignee` };
  const groups: Record<string, string> = { none: t`No team`, any: t`Any team` };
  const texts: Partial<Record<keyof Filters, string | false | undefined>> = {
    status: status && statuses[status],
    assignee: assignee && (people[assignee] ?? nameIn(users, assignee)),
    team: team && (groups[team] ?? nameIn(teams, team)),
    channel: channel && nameIn(channels, channel),
    type,
    label: label && nameIn(labels, label),
    unread: unread !== undefined && (unread ? t`Unread` : t`Read`),
    waiting: waiting !== undefined && (waiting ? t`Waiting for an answer` : t`Answered`),
    window: window && t`Window open`,
  };
  return Object.entries(texts).flatMap(([name, text]) => (text ? [{ name: name as keyof Filters, text }] : []));
}
