import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Avatar, Hidden, Tooltip } from '../../kit/index.ts';
import { Notifications } from '../notifications/Notifications.tsx';
import { useUnreadNotifications } from '../notifications/queries.ts';
import { useSession } from '../session/use-session.ts';
import styles from './Frame.module.css';
import { Mark } from './Mark.tsx';
import { type Area, areas, isShown, settingsArea } from './navigation.ts';
import { UserMenu } from './UserMenu.tsx';

export function Rail() {
  const { t } = useLingui();
  const { me } = useSession();
  return (
    <nav className={styles.rail} aria-label={t`Main`}>
      <span className={styles.mark}>
        <Mark />
      </span>
      <ul>
        {areas.filter(isShown).map((area) => (
          <li key={area.to}>
            <AreaLink area={area} />
          </li>
        ))}
      </ul>
      <span className={styles.grow} />
      <Notifications side="inline-end" trigger={<BellButton />} />
      <AreaLink area={settingsArea} />
      <UserMenu
        side="inline-end"
        trigger={
          <button type="button" className={styles.item}>
            <Avatar id={me.user.id} name={me.user.name} size={28} />
            <Hidden>{t`${me.user.name}, your account`}</Hidden>
          </button>
        }
      />
    </nav>
  );
}

function BellButton(props: ComponentProps<'button'>) {
  const { t } = useLingui();
  const unread = useUnreadNotifications();
  return (
    <button type="button" {...props} data-bell className={styles.item} aria-label={t`Notifications, ${unread} new`}>
      <Bell size={20} aria-hidden />
      {unread > 0 && <span className={styles.dot} />}
    </button>
  );
}

function AreaLink({ area: { to, label, icon: Icon, keys } }: { area: Area }) {
  const { i18n } = useLingui();
  const name = i18n._(label);
  return (
    <Tooltip text={name} shortcut={keys} side="inline-end">
      <Link to={to} className={styles.item} aria-label={name} activeProps={{ 'aria-current': 'page' }}>
        <Icon size={20} aria-hidden />
      </Link>
    </Tooltip>
  );
}
