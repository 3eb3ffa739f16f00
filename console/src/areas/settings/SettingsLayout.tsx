import { useLingui } from '@lingui/react/macro';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSession } from '../../app/session/use-session.ts';
import { AreaLayout, areaLink, EmptyState, LinkGroup, SkeletonRows } from '../../kit/index.ts';
import { pageGroups, pages } from './pages.ts';

/** The list of pages beside the page that is open. */
export function SettingsLayout() {
  const { t } = useLingui();
  const { page } = useParams({ strict: false });
  return (
    <AreaLayout title={t`Settings`} isOpen={page !== undefined} navigation={<PageLinks />}>
      <Outlet />
    </AreaLayout>
  );
}

function PageLinks() {
  const { i18n } = useLingui();
  const { can } = useSession();
  const groups = pageGroups
    .map((group) => ({ ...group, pages: group.pages.filter(({ scope }) => !scope || can(scope)) }))
    .filter((group) => group.pages.length > 0);
  return groups.map((group) => (
    <LinkGroup key={group.title.id} title={i18n._(group.title)}>
      {group.pages.map(({ path, title, icon: Icon }) => (
        <li key={path}>
          <Link to="/settings/$page" params={{ page: path }} className={areaLink} activeProps={{ 'aria-current': 'page' }}>
            <Icon size={16} aria-hidden />
            <span>{i18n._(title)}</span>
          </Link>
        </li>
      ))}
    </LinkGroup>
  ));
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
