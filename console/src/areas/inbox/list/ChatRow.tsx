import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { AlarmClock, Image, Paperclip, TriangleAlert } from 'lucide-react';
import { type MouseEvent, memo, useEffect } from 'react';
import { Avatar, Checkbox, Countdown, cx, Hidden, RelativeTime, Skeleton, UnreadCount, useNow } from '../../../kit/index.ts';
import { chatStore, type StoredChat } from '../../../live/chats/index.ts';
import { usePresent, useStoredChat } from '../../../live/chats/use-chats.ts';
import { laterTime } from '../actions/snooze-times.ts';
import styles from './ChatRow.module.css';
import { chatName } from './chat-name.ts';

/** Names that rows show, by id. */
export type Names = {
  userId: string;
  users: ReadonlyMap<string, types.User>;
  teams: ReadonlyMap<string, types.Team>;
  channels: ReadonlyMap<string, types.Channel>;
};

type Props = {
  chatId: string;
  href: string;
  names: Names;
  isOpen: boolean;
  isActive: boolean;
  /** Undefined while nothing is being selected. */
  isSelected: boolean | undefined;
  onOpen: (chatId: string, event: MouseEvent) => void;
  onToggle: (chatId: string) => void;
};

/** A chat in three lines: who and when, the latest message, and the window with the assignee. Always of the same height. */
export const ChatRow = memo(function ChatRow({ chatId, href, names, isOpen, isActive, isSelected, onOpen, onToggle }: Props) {
  const { t } = useLingui();
  const chat = useStoredChat(chatId);
  useEffect(() => {
    if (!chat) chatStore.want(chatId);
  }, [chat, chatId]);
  if (!chat) return <RowSkeleton />;
  const name = chatName(chat);
  const isSelecting = isSelected !== undefined;
  return (
    <div
      className={cx(styles.row, chat.unreadCount > 0 && styles.unread, isSelected && styles.selected)}
      data-active={isActive || undefined}
    >
      <span className={cx(styles.lead, isSelecting && styles.selecting)}>
        <span className={styles.box}>
          <Checkbox checked={isSelected ?? false} onChange={() => onToggle(chatId)} name={t`Select ${name}`} />
        </span>
        <span className={styles.avatar}>
          <Avatar id={chat.contactId} name={name} channel={names.channels.get(chat.channelId)?.type} />
        </span>
      </span>
      <a
        className={styles.main}
        href={href}
        aria-current={isOpen ? 'true' : undefined}
        tabIndex={isActive ? 0 : -1}
        data-chat={chatId}
        onClick={(event) => onOpen(chatId, event)}
      >
        <span className={styles.line}>
          <span className={cx(styles.cut, styles.name)}>
            <bdi>{name}</bdi>
          </span>
          <span className={styles.time}>
            <RelativeTime at={chat.lastMessageAt} />
          </span>
        </span>
        <span className={styles.line}>
          <Preview chat={chat} names={names} />
          {chat.unreadCount > 0 && <UnreadCount count={chat.unreadCount} label={t`Unread:`} />}
        </span>
        <span className={styles.line}>
          <Level chat={chat} />
          <Labels labels={chat.contact.labels} />
          <Assignee chat={chat} names={names} />
        </span>
      </a>
    </div>
  );
});

const RowSkeleton = () => (
  <div className={styles.row}>
    <Skeleton round />
    <span className={styles.main}>
      <Skeleton width={60} />
      <Skeleton width={85} />
    </span>
  </div>
);

/** Who types, or the latest message with who wrote it. */
function Preview({ chat, names }: { chat: StoredChat; names: Names }) {
  const { t } = useLingui();
  const typing = usePresent(chat.id).find(({ state }) => state === 'typing');
  const { latestMessage: message, latestStatus: status } = chat;
  if (typing) return <span className={cx(styles.cut, styles.typing)}>{t`${typing.name} is replying`}</span>;
  if (!message) return <span className={cx(styles.cut, styles.text)}>{t`No messages`}</span>;
  const known = status?.messageId === message.id ? status : undefined;
  const author = known?.author?.userId === names.userId ? t`You` : known?.author?.name?.split(' ')[0];
  const isFailed = known?.status === 'failed';
  return (
    <span className={cx(styles.cut, styles.text)} dir="auto">
      {isFailed && (
        <span className={styles.failed}>
          <TriangleAlert size={12} aria-hidden /> {t`Not sent.`}{' '}
        </span>
      )}
      {message.sender === 'outbound' && !isFailed && <span>{author ? `${author}: ` : <Sent />}</span>}
      <MessageText message={message} isSensitive={chat.isSensitive} />
    </span>
  );
}

function Sent() {
  const { t } = useLingui();
  return (
    <>
      <span aria-hidden>↩ </span>
      <Hidden>{t`Sent:`} </Hidden>
    </>
  );
}

function MessageText({ message, isSensitive }: { message: types.Message; isSensitive: boolean }) {
  const { t } = useLingui();
  if (message.text) return message.text;
  if (isSensitive) return <em>{t`Hidden: the chat is sensitive`}</em>;
  const Icon = message.type === 'image' ? Image : Paperclip;
  const names: Record<string, string> = {
    image: t`Picture`,
    video: t`Video`,
    audio: t`Voice message`,
    document: t`Document`,
    location: t`Location`,
    template: t`Template`,
    sticker: t`Sticker`,
  };
  return (
    <>
      <Icon size={12} aria-hidden /> {names[message.type] ?? t`Message`}
    </>
  );
}

/** The one sign of urgency of a row: when a snoozed chat comes back, or the rest of the messaging window. */
function Level({ chat }: { chat: StoredChat }) {
  const { t, i18n } = useLingui();
  const now = useNow();
  if (chat.status === 'snoozed' && chat.snoozedUntil)
    return (
      <span className={styles.meta}>
        <AlarmClock size={14} aria-hidden />
        {t`Back ${laterTime(new Date(chat.snoozedUntil), now, i18n.locale)}`}
      </span>
    );
  if (chat.status === 'closed') return <span className={styles.meta}>{t`Closed`}</span>;
  return <Countdown until={chat.openUntil} />;
}

const MOST_LABELS = 2;

function Labels({ labels }: { labels: types.Contact['labels'] }) {
  if (labels.length === 0) return null;
  const rest = labels.length - MOST_LABELS;
  return (
    <span className={styles.labels}>
      {labels.slice(0, MOST_LABELS).map(({ id, name }) => (
        <bdi key={id} className={styles.label}>
          {name}
        </bdi>
      ))}
      {rest > 0 && <span className={styles.meta}>+{rest}</span>}
    </span>
  );
}

function Assignee({ chat, names }: { chat: StoredChat; names: Names }) {
  const { t } = useLingui();
  const { assignedUserId, assignedTeamId } = chat;
  const user = assignedUserId ? names.users.get(assignedUserId) : undefined;
  const team = assignedTeamId ? names.teams.get(assignedTeamId) : undefined;
  const viewer = usePresent(chat.id)[0];
  const shown = assignedUserId
    ? assignedUserId === names.userId
      ? t`You`
      : (user?.name.split(' ')[0] ?? t`Somebody`)
    : (team?.name ?? t`Unassigned`);
  return (
    <span className={cx(styles.meta, styles.end)}>
      {viewer && (
        <span className={styles.viewer} title={t`${viewer.name} is here`}>
          <Hidden>{t`${viewer.name} is here`}</Hidden>
        </span>
      )}
      {assignedUserId && <Avatar id={assignedUserId} name={user?.name ?? shown} size={20} />}
      <bdi className={styles.assignee}>
        {!assignedUserId && team && <Hidden>{t`Team`} </Hidden>}
        {shown}
      </bdi>
    </span>
  );
}
