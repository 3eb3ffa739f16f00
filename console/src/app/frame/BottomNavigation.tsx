import { useLingui } from '@lingui/react/macro';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { Bell, Ellipsis, UserRound } from 'lucide-react';
import { Hidden, Menu } from '../../kit/index.ts';
import { Notifications } from '../notifications/Notifications.tsx';
import { useUnreadNotifications } from '../notifications/queries.ts';
import { useSession } from '../session/use-session.ts';
import styles from './Frame.module.css';
import { type Area, areas, isShown, settingsArea } from './navigation.ts';
import { UserMenu } from './UserMenu.tsx';

/** Replaces the rail below 768 px. What has no place is in the menu "More". */
export function BottomNavigation() {
  const { t, i18n } = useLingui();
  useSession(); // which areas are shown depends on it
  const unread = useUnreadNotifications();
  const shown = [...areas, settingsArea].filter(isShown);
  return (
    <nav className={styles.bottom} aria-label={t`Main`}>
      {shown
        .filter((area) => !('isMore' in area))
        .map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} className={styles.bottomItem} activeProps={{ 'aria-current': 'page' }}>
            <Icon size={20} aria-hidden />
            {i18n._(label)}
          </Link>
        ))}
      <More areas={shown.filter((area) => 'isMore' in area)} />
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

function More({ areas }: { areas: readonly Area[] }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isHere = areas.some(({ to }) => pathname.startsWith(to));
  return (
    <Menu
      side="top"
      trigger={
        <button type="button" className={styles.bottomItem} aria-current={isHere ? 'true' : undefined}>
          <Ellipsis size={20} aria-hidden />
          {t`More`}
        </button>
      }
      items={areas.map(({ to, label, icon: Icon }) => ({
        label: i18n._(label),
        icon: <Icon size={16} aria-hidden />,
        onSelect: () => void navigate({ to }),
      }))}
    />
  );
}
