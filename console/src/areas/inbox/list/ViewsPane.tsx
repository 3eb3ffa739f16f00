import { useLingui } from '@lingui/react/macro';
import { useSession } from '../../../app/session/use-session.ts';
import { Avatar, cx, StatusDot } from '../../../kit/index.ts';
import { useFeedStatus } from '../../../live/use-feed.ts';
import { ViewLinks } from './ViewLinks.tsx';
import styles from './ViewsPane.module.css';

/** The views at the side, from 1024 px. Below that they are in a drawer of the list. */
export function ViewsPane({ className }: { className?: string | undefined }) {
  const { t } = useLingui();
  const { tenant } = useSession();
  return (
    <section className={cx(className, styles.pane)} aria-label={t`Views`}>
      <header className={styles.head}>
        <Avatar id={tenant.id} name={tenant.name} size={24} />
        <bdi className={styles.tenant}>{tenant.name}</bdi>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas can be focused */}
      <nav className={styles.body} aria-label={t`Views`} tabIndex={0}>
        <ViewLinks />
      </nav>
      <footer className={styles.foot}>
        <Connection />
      </footer>
    </section>
  );
}

function Connection() {
  const { t } = useLingui();
  const status = useFeedStatus();
  if (status === 'live') return <StatusDot tone="ok">{t`Live`}</StatusDot>;
  if (status === 'connecting') return <StatusDot tone="muted">{t`Connecting`}</StatusDot>;
  return <StatusDot tone="warn">{t`No connection, trying again`}</StatusDot>;
}
