import { useLingui } from '@lingui/react/macro';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { listenForShortcuts } from '../../actions/shortcuts.ts';
import { useActions } from '../../actions/use-actions.ts';
import { Questions } from '../../kit/index.ts';
import { loadPopupsWhenIdle } from '../../kit/load-popups.ts';
import { startFeed } from '../../live/feed.ts';
import { useIncomingNotifications, useUnreadNotifications } from '../notifications/queries.ts';
import { useSession, useSessionState } from '../session/use-session.ts';
import { setAreaTitle, setTitleBadge } from '../title.ts';
import { BottomNavigation } from './BottomNavigation.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import styles from './Frame.module.css';
import { globalActions } from './global-actions.ts';
import { areas, settingsArea } from './navigation.ts';
import { Overlays } from './Overlays.tsx';
import { Rail } from './Rail.tsx';

/** Navigation around the area that is open. */
export function Frame() {
  const state = useSessionState();
  return state.step === 'active' ? <SignedInFrame key={state.me.tenant.id} /> : null;
}

function SignedInFrame() {
  const { t } = useLingui();
  const { client, me, tenant } = useSession();
  useEffect(() => startFeed(client, tenant.id, me.user.id), [client, tenant.id, me.user.id]);
  useEffect(listenForShortcuts, []);
  useEffect(loadPopupsWhenIdle, []);
  useIncomingNotifications();
  const unread = useUnreadNotifications();
  useEffect(() => setTitleBadge(unread), [unread]);
  useAreaTitle();
  const navigate = useNavigate();
  useActions(useMemo(() => globalActions((to) => void navigate({ to })), [navigate]));
  return (
    <div className={styles.app}>
      <a href="#content" className={styles.skip}>
        {t`Skip to content`}
      </a>
      <Rail />
      <main id="content" className={styles.content} tabIndex={-1}>
        <ConnectionBar />
        <Outlet />
      </main>
      <BottomNavigation />
      <Overlays />
      <Questions />
    </div>
  );
}

function useAreaTitle(): void {
  const { i18n } = useLingui();
  const { pathname } = useLocation();
  const area = [...areas, settingsArea].find(({ to }) => pathname.startsWith(to));
  const title = area ? i18n._(area.label) : '';
  useEffect(() => setAreaTitle(title), [title]);
}
