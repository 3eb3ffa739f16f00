import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Link } from '@tanstack/react-router';
import {
  Bot,
  CircleCheck,
  CircleX,
  Clock,
  GitMerge,
  type LucideIcon,
  MessageSquare,
  Pencil,
  ShieldCheck,
  Star,
  StickyNote,
  TriangleAlert,
  UserPlus,
  UserRound,
} from 'lucide-react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, EmptyState, ErrorState, SkeletonRows } from '../../../kit/index.ts';
import { useTimeline } from '../queries.ts';
import styles from './Contact.module.css';
import { byDay, type TimelineEntry, toEntry } from './timeline-entry.ts';
import { useEntryWords } from './use-entry-words.ts';

/** What happened with the contact, day by day. Messages are in the chats. */
export function Timeline({ contactId }: { contactId: string }) {
  const { t, i18n } = useLingui();
  const { can } = useSession();
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useTimeline(contactId);
  if (!can('events.read'))
    return <EmptyState title={t`No access`} text={t`Ask an administrator for the permission to read events.`} />;
  if (error) return <ErrorState title={t`The timeline could not be loaded`} error={error} onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonRows count={5} />;
  const events = data.pages.flatMap((page) => page.data);
  if (events.length === 0)
    return (
      <EmptyState
        icon={<Clock size={20} aria-hidden />}
        title={t`Nothing happened yet`}
        text={t`Events are kept for a limited time; older ones are gone.`}
      />
    );
  return (
    <div className={styles.timeline}>
      {byDay(events).map(([day, ofDay]) => (
        <section key={day} aria-label={i18n.date(new Date(day), { dateStyle: 'full' })}>
          <h3 className={styles.day}>{i18n.date(new Date(day), { dateStyle: 'full' })}</h3>
          <ol className={styles.entries}>
            {ofDay.map((event) => (
              <Entry key={event.id} event={event} />
            ))}
          </ol>
        </section>
      ))}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? t`Loading` : t`Show older`}
        </Button>
      )}
    </div>
  );
}

const icons: Record<TimelineEntry['kind'], LucideIcon> = {
  created: UserPlus,
  deleted: CircleX,
  erased: CircleX,
  merged: GitMerge,
  changed: Pencil,
  consent: ShieldCheck,
  chatStatus: CircleCheck,
  chatStarted: MessageSquare,
  chatDeleted: CircleX,
  assigned: UserRound,
  slaBreached: TriangleAlert,
  rated: Star,
  automation: Bot,
  noteAdded: StickyNote,
  noteChanged: StickyNote,
  noteDeleted: StickyNote,
  other: Clock,
};

function Entry({ event }: { event: types.Event }) {
  const { t, i18n } = useLingui();
  const entry = toEntry(event);
  const words = useEntryWords();
  const Icon = icons[entry.kind];
  const { text, detail } = words(entry);
  return (
    <li className={styles.entry}>
      <Icon size={16} aria-hidden />
      <span className={styles.entryText}>
        <span>{text}</span>
        {detail && (
          <span dir="auto" className={styles.muted}>
            {detail}
          </span>
        )}
        {'chatId' in entry && entry.kind !== 'chatDeleted' && (
          <Link to="/inbox/$chatId" params={{ chatId: entry.chatId }}>{t`Open chat`}</Link>
        )}
      </span>
      <time dateTime={event.createdAt} className={styles.muted}>
        {i18n.date(new Date(event.createdAt), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}
      </time>
    </li>
  );
}
