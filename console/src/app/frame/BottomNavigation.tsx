import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Bell, UserRound } from 'lucide-react';
import { Hidden } from '../../kit/index.ts';
import { Notifications } from '../notifications/Notifications.tsx';
import { useUnreadNotifications } from '../notifications/queries.ts';
import styles from './Frame.module.css';
import { areas, isShown, settingsArea } from './navigation.ts';
import { UserMenu } from './UserMenu.tsx';

/** Replaces the rail below 768 px. */
export function BottomNavigation() {
  const { t, i18n } = useLingui();
  const unread = useUnreadNotifications();
  const shown = [...areas, settingsArea].filter((area) => isShown(area) && !('inMenu' in area));
  return (
    <nav className={styles.bottom} aria-label={t`Main`}>
      {shown.map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} className={styles.bottomItem} activeProps={{ 'aria-current': 'page' }}>
          <Icon size={20} aria-hidden />
          {i18n._(label)}
        </Link>
      ))}
      <Notifications
        side="top"
        trigger={
          <button type="button" data-bell className={styles.bottomItem}>
            <Bell size={20} aria-hidden />
            {t`Alerts`}
            <Hidden>{t`${unread} new`}</Hidden>
            {unread > 0 && <span className={styles.bottomDot} />}
          </button>
        }
      />
      <UserMenu
        side="top"
        trigger={
          <button type="button" className={styles.bottomItem}>
            <UserRound size={20} aria-hidden />
            {t`You`}
          </button>
        }
      />
    </nav>
  );
}
