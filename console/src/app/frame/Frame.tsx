import { useLingui } from '@lingui/react/macro';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { listenForShortcuts } from '../../actions/shortcuts.ts';
import { Questions } from '../../kit/index.ts';
import { startFeed } from '../../live/feed.ts';
import { useSession, useSessionState } from '../session/use-session.ts';
import { BottomNavigation } from './BottomNavigation.tsx';
import styles from './Frame.module.css';
import { Rail } from './Rail.tsx';

/** Navigation around the area that is open. */
export function Frame() {
  return useSessionState().step === 'active' ? <SignedInFrame /> : null;
}

function SignedInFrame() {
  const { t } = useLingui();
  const { client, tenant } = useSession();
  useEffect(() => startFeed(client, tenant.id), [client, tenant.id]);
  useEffect(listenForShortcuts, []);
  return (
    <div className={styles.app}>
      <a href="#content" className={styles.skip}>
        {t`Skip to content`}
      </a>
      <Rail />
      <main id="content" className={styles.content} key={tenant.id}>
        <Outlet />
      </main>
      <BottomNavigation />
      <Questions />
    </div>
  );
}
