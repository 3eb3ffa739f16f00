import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { AlarmClock, Archive, AtSign, Hourglass, Inbox, type LucideIcon, Timer, User, UserRoundX } from 'lucide-react';
import type { StandardViewId } from '../queries/chat-query.ts';
import type { Sort } from '../queries/search-params.ts';
import type { InboxQuery } from '../queries/use-inbox.ts';

/** Names and icons of the standard views. */
export const VIEW_NAMES = {
  mine: { name: msg`Mine`, icon: User },
  unassigned: { name: msg`Unassigned`, icon: UserRoundX },
  mentions: { name: msg`Mentions`, icon: AtSign },
  open: { name: msg`All open`, icon: Inbox },
  waiting: { name: msg`Waiting longest`, icon: Hourglass },
  closing: { name: msg`Closing next`, icon: Timer },
  snoozed: { name: msg`Snoozed`, icon: AlarmClock },
  closed: { name: msg`Closed`, icon: Archive },
} as const satisfies Record<StandardViewId, { name: ReturnType<typeof msg>; icon: LucideIcon }>;

export const SORT_NAMES = {
  recent: msg`Latest message`,
  oldest: msg`Oldest message`,
  waiting: msg`Waiting longest`,
  closing: msg`Closing next`,
  snoozed: msg`Back soonest`,
  created: msg`Newest chat`,
} as const satisfies Record<Sort, ReturnType<typeof msg>>;

/** The title of the list: the name of its view. */
export function useViewName({ view, saved }: Pick<InboxQuery, 'view' | 'saved'>): string {
  const { t, i18n } = useLingui();
  if (saved) return saved.name;
  return view in VIEW_NAMES ? i18n._(VIEW_NAMES[view as StandardViewId].name) : t`View`;
}

/** A number as the language writes it; "1,000+" where counting stopped. */
export function useCountText(): (count: { count: number; isAtLeast: boolean } | undefined) => string {
  const { i18n } = useLingui();
  return (count) => (count ? `${i18n.number(count.count)}${count.isAtLeast ? '+' : ''}` : '');
}
