import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { AlarmClock, ArrowLeft, Check, ChevronDown, CircleSlash, Ellipsis, RotateCcw, Tag } from 'lucide-react';
import { useSession } from '../../../app/session/use-session.ts';
import { useTitle } from '../../../app/title.ts';
import { Avatar, Button, buttonClass, Countdown, Hidden, IconButton, Menu, type MenuItem } from '../../../kit/index.ts';
import type { StoredChat } from '../../../live/chats/index.ts';
import { AssignMenu, LabelMenu, SnoozeMenu, useChange } from '../actions/index.ts';
import { togglePanel } from '../panel/panel-state.ts';
import { useTeams, useUsers } from '../queries/directory.ts';
import styles from './Thread.module.css';
import { isWindowClosed, nameOf } from './use-chat.ts';

/** The contact, who cares for the chat, and what can be done with it. */
export function ThreadHeader({ chat, channelType }: { chat: StoredChat; channelType: string | undefined }) {
  const { t } = useLingui();
  const { can } = useSession();
  const change = useChange();
  const name = nameOf(chat.contact);
  useTitle(name);
  const target = { ids: [chat.id] };
  const isClosed = chat.status === 'closed';
  const isWritable = can('chats.write');
  const hasWindow = channelType === 'whatsapp' || channelType === 'instagram';
  return (
    <header className={styles.header}>
      <Link
        to="/inbox"
        search={(search) => search}
        className={buttonClass({ look: 'quiet' }, styles.back)}
        aria-label={t`Back to the list`}
      >
        <ArrowLeft size={20} className={styles.mirrored} aria-hidden />
      </Link>
      <button type="button" className={styles.person} onClick={togglePanel} title={t`Show or hide the contact`}>
        <Avatar id={chat.contactId} name={name} size={28} channel={channelType} />
        <span className={styles.personText}>
          <h2 className={styles.name}>
            <bdi>{name}</bdi>
          </h2>
          <span className={styles.headerWindow}>
            {hasWindow && !isWindowClosed(chat.openUntil, channelType, new Date()) && <Countdown until={chat.openUntil} suffix />}
          </span>
        </span>
      </button>
      {isWritable && (
        <div className={styles.headerTools}>
          <AssignMenu target={target} trigger={<AssigneeButton chat={chat} />} />
          <LabelMenu target={target} trigger={<IconButton label={t`Label`} icon={<Tag size={16} aria-hidden />} />} />
          <SnoozeMenu target={target} trigger={<IconButton label={t`Snooze`} icon={<AlarmClock size={16} aria-hidden />} />} />
        </div>
      )}
      <ChatMenu chat={chat} />
      {isWritable && (
        <Button
          className={styles.closeButton}
          icon={isClosed ? <RotateCcw size={16} aria-hidden /> : <Check size={16} aria-hidden />}
          onClick={() => void change(target, { action: isClosed ? 'open' : 'close' })}
        >
          <span className={styles.closeText}>{isClosed ? <Trans>Open again</Trans> : <Trans>Close</Trans>}</span>
        </Button>
      )}
    </header>
  );
}

/** Base UI gives the trigger its own properties, so they are passed on. */
function AssigneeButton({ chat, ...rest }: { chat: StoredChat }) {
  const { t } = useLingui();
  const { me } = useSession();
  const user = useUsers().find(({ id }) => id === chat.assignedUserId);
  const team = useTeams().find(({ id }) => id === chat.assignedTeamId);
  const name = chat.assignedUserId === me.user.id ? t`You` : (user?.name ?? team?.name);
  return (
    <Button look="quiet" {...rest}>
      {user ? <Avatar id={user.id} name={user.name} size={20} /> : <CircleSlash size={16} aria-hidden />}
      <Hidden>
        <Trans>Assigned to</Trans>
      </Hidden>
      <bdi className={styles.assignee}>{name ?? t`Nobody`}</bdi>
      <ChevronDown size={14} aria-hidden />
    </Button>
  );
}

function ChatMenu({ chat }: { chat: StoredChat }) {
  const { t } = useLingui();
  const { me, can } = useSession();
  const change = useChange();
  const target = { ids: [chat.id] };
  const items: MenuItem[] = [
    { label: t`Contact details`, onSelect: togglePanel },
    ...(can('chats.write')
      ? ([
          { label: t`Mark as unread`, onSelect: () => void change(target, { action: 'mark_unread' }) },
          ...(chat.assignedUserId === me.user.id
            ? []
            : [{ label: t`Take this chat`, onSelect: () => void change(target, { action: 'assign', userId: me.user.id }) }]),
        ] satisfies MenuItem[])
      : []),
    'line',
    { label: t`Copy link`, onSelect: () => void navigator.clipboard.writeText(`${location.origin}/console/inbox/${chat.id}`) },
  ];
  return (
    <Menu align="end" trigger={<IconButton label={t`Chat menu`} icon={<Ellipsis size={16} aria-hidden />} />} items={items} />
  );
}
