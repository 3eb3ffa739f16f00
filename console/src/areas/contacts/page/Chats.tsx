import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Link } from '@tanstack/react-router';
import { MessageSquare } from 'lucide-react';
import { Badge, ChannelIcon, EmptyState, ErrorState, RelativeTime, SkeletonRows, UnreadCount } from '../../../kit/index.ts';
import { useChannels, useChatsOf, useUsers } from '../queries.ts';
import styles from './Contact.module.css';

/** The chats of a contact, the latest first; each opens in the inbox. */
export function Chats({ contactId }: { contactId: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useChatsOf(contactId);
  if (error) return <ErrorState title={t`Chats could not be loaded`} error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={3} />;
  if (data.length === 0)
    return (
      <EmptyState
        icon={<MessageSquare size={20} aria-hidden />}
        title={t`No chats yet`}
        text={t`A chat begins when the contact writes or a message is sent.`}
      />
    );
  return (
    <ul className={styles.chats}>
      {data.map((chat) => (
        <ChatLine key={chat.id} chat={chat} />
      ))}
    </ul>
  );
}

function ChatLine({ chat }: { chat: types.Chat }) {
  const { t } = useLingui();
  const channel = useChannels()?.find(({ id }) => id === chat.channelId);
  const assignee = useUsers()?.find(({ id }) => id === chat.assignedUserId);
  const { status, latestMessage } = chat;
  const words = {
    open: t({ message: 'Open', context: 'state of a chat' }),
    closed: t({ message: 'Closed', context: 'state of a chat' }),
    snoozed: t({ message: 'Snoozed', context: 'state of a chat' }),
  };
  return (
    <li>
      <Link to="/inbox/$chatId" params={{ chatId: chat.id }} className={styles.chat}>
        {channel && <ChannelIcon type={channel.type} />}
        <span className={styles.chatText}>
          <span className={styles.chatTop}>
            <strong>
              <bdi>{channel?.name}</bdi>
            </strong>
            <bdi dir="ltr" className={styles.muted}>
              {chat.handle.value}
            </bdi>
          </span>
          <span dir="auto" className={styles.chatMessage}>
            {latestMessage ? (latestMessage.text ?? t`Message without text`) : t`No messages`}
          </span>
          <span className={styles.chatMeta}>
            <Badge tone={status === 'open' ? 'live' : 'plain'}>{words[status]}</Badge>
            <span className={styles.muted}>{assignee ? <bdi>{assignee.name}</bdi> : t`Nobody assigned`}</span>
          </span>
        </span>
        <span className={styles.chatEnd}>
          <RelativeTime at={chat.lastMessageAt} />
          {chat.unreadCount > 0 && <UnreadCount count={chat.unreadCount} label={t`Unread`} />}
        </span>
      </Link>
    </li>
  );
}
