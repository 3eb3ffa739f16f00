import { Trans, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Archive, ArchiveRestore, BellRing, Clock, Ellipsis, NotebookPen, Plus, Star, Timer, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Avatar, IconButton, Menu, RelativeTime, toast, toastError } from '../../../kit/index.ts';
import type { ChatEvent } from '../../../live/messages/thread.ts';
import { useTeams, useUsers } from '../queries/directory.ts';
import { splitMentions } from './composer/triggers.ts';
import { Attachments } from './content/Attachments.tsx';
import { useNoteFiles } from './queries.ts';
import { useServices } from './services.ts';
import styles from './Thread.module.css';

export function DayRow({ at }: { at: string }) {
  const { i18n } = useLingui();
  return <h3 className={styles.day}>{dayName(new Date(at), new Date(), i18n.locale)}</h3>;
}

/** Today, yesterday, then weekday and date. */
function dayName(at: Date, now: Date, locale: string): string {
  const start = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const days = Math.round((start(at) - start(now)) / 86_400_000);
  if (days === 0 || days === -1) {
    const word = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
    return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1);
  }
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', ...year }).format(at);
}

export const NewRow = ({ count }: { count: number }) => (
  <div className={styles.newMark}>
    <Trans>{count} new</Trans>
  </div>
);

export function NoteRow({ note }: { note: types.Note }) {
  const { t } = useLingui();
  const { me } = useSession();
  const files = useNoteFiles(note.fileIds);
  const author = note.author;
  const isOwn = author?.id === me.user.id;
  return (
    <article className={styles.note} aria-label={isOwn ? t`Your note` : t`Note by ${author?.name ?? t`a former colleague`}`}>
      <Avatar id={author?.id ?? note.id} name={author?.name ?? '?'} size={24} />
      <header className={styles.noteHead}>
        <NotebookPen size={14} aria-hidden />
        {isOwn ? <Trans>Your note</Trans> : <Trans>Note by {author?.name ?? t`a former colleague`}</Trans>}
        <RelativeTime at={note.createdAt} />
        {isOwn && <NoteMenu note={note} />}
      </header>
      <p className={styles.noteText} dir="auto">
        {note.text === null ? (
          <Trans>Hidden, because this chat is sensitive.</Trans>
        ) : (
          splitMentions(
            note.text,
            note.mentions.map(({ name }) => name),
          ).map((part, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other key
            part.isMention ? <strong key={index}>{part.text}</strong> : part.text,
          )
        )}
      </p>
      {files.length > 0 && (
        <div className={styles.noteFiles}>
          <Attachments attachments={files} type="document" />
        </div>
      )}
    </article>
  );
}

function NoteMenu({ note }: { note: types.Note }) {
  const { t } = useLingui();
  const { client } = useSession();
  const { threads } = useServices();
  const remove = async () => {
    threads.dropNote(note.chatId, note.id);
    try {
      await client.notes.delete(note.id);
      const body = { text: note.text ?? '', mentions: note.mentions.map(({ id }) => id), fileIds: note.fileIds };
      toast({ text: t`Note deleted`, undo: async () => threads.putNote(await client.notes.create(note.chatId, body)) });
    } catch (error) {
      threads.putNote(note);
      toastError(t`The note was not deleted`, error);
    }
  };
  return (
    <span className={styles.noteMenu}>
      <Menu
        align="end"
        trigger={<IconButton size="small" label={t`Note menu`} icon={<Ellipsis size={16} aria-hidden />} />}
        items={[{ label: t`Delete note`, danger: true, onSelect: () => void remove() }]}
      />
    </span>
  );
}

const ICONS: Record<ChatEvent['kind'], ReactNode> = {
  created: <Plus size={14} aria-hidden />,
  assigned: <User size={14} aria-hidden />,
  unassigned: <User size={14} aria-hidden />,
  closed: <Archive size={14} aria-hidden />,
  opened: <ArchiveRestore size={14} aria-hidden />,
  snoozed: <BellRing size={14} aria-hidden />,
  sla_breached: <Timer size={14} aria-hidden />,
  rated: <Star size={14} aria-hidden />,
};

export function EventRow({ event }: { event: ChatEvent }) {
  return (
    <p className={styles.event}>
      {ICONS[event.kind] ?? <Clock size={14} aria-hidden />}
      <EventText event={event} />
      <RelativeTime at={event.at} />
    </p>
  );
}

/** What happened, by whom. Sentences are whole, so that each language can order its words. */
export function EventText({ event }: { event: ChatEvent }) {
  const { t, i18n } = useLingui();
  const { me } = useSession();
  const [users, teams] = [useUsers(), useTeams()];
  const nameOf = (id: string | null) => users.find((user) => user.id === id)?.name ?? t`somebody`;
  const actor = event.actorId === null ? null : nameOf(event.actorId);
  const isOwn = event.actorId === me.user.id;
  const target = event.userId ? nameOf(event.userId) : (teams.find(({ id }) => id === event.teamId)?.name ?? t`a team`);
  const until = event.detail
    ? new Date(event.detail).toLocaleString(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
    : '';
  switch (event.kind) {
    case 'assigned':
      if (event.userId === me.user.id)
        return isOwn ? t`You took this chat` : actor ? t`${actor} assigned this chat to you` : t`Assigned to you`;
      return isOwn
        ? t`You assigned this chat to ${target}`
        : actor
          ? t`${actor} assigned this chat to ${target}`
          : t`Assigned to ${target}`;
    case 'unassigned':
      return isOwn ? t`You removed the assignment` : actor ? t`${actor} removed the assignment` : t`Assignment removed`;
    case 'closed':
      return isOwn ? t`You closed this chat` : actor ? t`${actor} closed this chat` : t`Chat closed`;
    case 'opened':
      return isOwn ? t`You opened this chat again` : actor ? t`${actor} opened this chat again` : t`Chat opened again`;
    case 'snoozed':
      return actor ? t`${actor} snoozed this chat until ${until}` : t`Snoozed until ${until}`;
    case 'created':
      return actor ? t`${actor} began this chat` : t`Chat began`;
    case 'sla_breached':
      return t`A promised time was missed`;
    case 'rated':
      return t`Rated with ${event.detail ?? ''} of 5`;
    default:
      return event.kind satisfies never;
  }
}
