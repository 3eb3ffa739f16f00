import { Trans, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Link } from '@tanstack/react-router';
import { Badge, ChannelIcon, RelativeTime } from '../../../kit/index.ts';
import type { StoredChat } from '../../../live/chats/index.ts';
import { useChannels } from '../queries/directory.ts';
import styles from './Panel.module.css';

/** The contact's chats on other channels. */
export function OtherChats({ contact, chat }: { contact: types.Contact; chat: StoredChat }) {
  const { t } = useLingui();
  const channels = useChannels();
  const others = contact.chats.filter(({ id }) => id !== chat.id);
  const names = { open: t`Open`, closed: t`Closed`, snoozed: t`Snoozed` };
  if (others.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.head}>
        <Trans>Other chats</Trans>
      </h3>
      <ul className={styles.stack}>
        {others.map(({ id, channelId, status, updatedAt }) => {
          const channel = channels.find((one) => one.id === channelId);
          return (
            <li key={id}>
              <Link to="/inbox/$chatId" params={{ chatId: id }} className={styles.other}>
                <ChannelIcon type={channel?.type ?? ''} />
                <bdi className={styles.value}>{channel?.name ?? '…'}</bdi>
                <Badge tone={status === 'open' ? 'live' : 'plain'}>{names[status]}</Badge>
                <RelativeTime at={updatedAt} />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
