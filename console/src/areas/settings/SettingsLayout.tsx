import { useLingui } from '@lingui/react/macro';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSession } from '../../app/session/use-session.ts';
import { EmptyState, PageHeader, SkeletonRows } from '../../kit/index.ts';
import { pageGroups, pages } from './pages.ts';
import styles from './SettingsLayout.module.css';

/** The list of pages beside the page that is open; below 768 px one of both. */
export function SettingsLayout() {
  const { t } = useLingui();
  const { page } = useParams({ strict: false });
  return (
    <div className={styles.layout} data-open={page ? '' : undefined}>
      <div className={styles.side}>
        <PageHeader level={2} title={t`Settings`} />
        <Navigation />
      </div>
      <div className={styles.main}>
        <Outlet />
      </div>
    </div>
  );
}

function Navigation() {
  const { t, i18n } = useLingui();
  const { can } = useSession();
  const groups = pageGroups
    .map((group) => ({ ...group, pages: group.pages.filter(({ scope }) => !scope || can(scope)) }))
    .filter((group) => group.pages.length > 0);
  return (
    <nav className={styles.nav} aria-label={t`Settings`}>
      {groups.map((group) => (
        <section key={group.title.id} className={styles.group}>
          <h3 className={styles.groupTitle}>{i18n._(group.title)}</h3>
          <ul>
            {group.pages.map(({ path, title, icon: Icon }) => (
              <li key={path}>
                <Link
                  to="/settings/$page"
                  params={{ page: path }}
                  className={styles.link}
                  activeProps={{ 'aria-current': 'page' }}
                >
                  <Icon size={16} aria-hidden />
                  <span>{i18n._(title)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

export function SettingsPage() {
  const { t } = useLingui();
  const { page, item } = useParams({ strict: false });
  const row = pages.find(({ path }) => path === page);
  if (!row) return <EmptyState title={t`There is no such page`} text={t`Choose one of the list.`} />;
  return (
    <Suspense fallback={<SkeletonRows count={5} />}>
      <row.Page key={row.path} item={item} />
    </Suspense>
  );
}
