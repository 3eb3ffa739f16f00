import { useLingui } from '@lingui/react/macro';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { listenForShortcuts } from '../../actions/shortcuts.ts';
import { useActions } from '../../actions/use-actions.ts';
import { Questions } from '../../kit/index.ts';
import { startFeed } from '../../live/feed.ts';
import { useIncomingNotifications, useUnreadNotifications } from '../notifications/queries.ts';
import { useSession, useSessionState } from '../session/use-session.ts';
import { setTitleBadge } from '../title.ts';
import { BottomNavigation } from './BottomNavigation.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import styles from './Frame.module.css';
import { globalActions } from './global-actions.ts';
import { Overlays } from './Overlays.tsx';
import { Rail } from './Rail.tsx';

/** Navigation around the area that is open. */
export function Frame() {
  return useSessionState().step === 'active' ? <SignedInFrame /> : null;
}

function SignedInFrame() {
  const { t } = useLingui();
  const { client, me, tenant } = useSession();
  useEffect(() => startFeed(client, tenant.id, me.user.id), [client, tenant.id, me.user.id]);
  useEffect(listenForShortcuts, []);
  useIncomingNotifications();
  const unread = useUnreadNotifications();
  useEffect(() => setTitleBadge(unread), [unread]);
  const navigate = useNavigate();
  useActions(useMemo(() => globalActions((to) => void navigate({ to })), [navigate]));
  return (
    <div className={styles.app}>
      <a href="#content" className={styles.skip}>
        {t`Skip to content`}
      </a>
      <Rail />
      <main id="content" className={styles.content} key={tenant.id} tabIndex={-1}>
        <ConnectionBar />
        <Outlet />
      </main>
      <BottomNavigation />
      <Overlays />
      <Questions />
    </div>
  );
}
