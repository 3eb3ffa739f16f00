import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { withTexts } from '../../app/i18n.ts';
import { frameRoute } from '../../app/root-route.tsx';

const layout = () => withTexts('settings', import('./SettingsLayout.tsx'));

const settingsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings',
  component: lazyRouteComponent(layout, 'SettingsLayout'),
});

/** On narrow screens the list of pages is a page of its own; beside it there is always one open. */
const indexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: () => {
    if (matchMedia('(min-width: 768px)').matches)
      throw redirect({ to: '/settings/$page', params: { page: 'profile' }, replace: true });
  },
});

/** All pages are rows of pages.ts. `item` is an id, or `new`; the page shows it beside its list. */
const pageRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '$page',
  component: lazyRouteComponent(layout, 'SettingsPage'),
});
const itemRoute = createRoute({ getParentRoute: () => pageRoute, path: '$item' });

export const settingsRoutes = [settingsRoute.addChildren([indexRoute, pageRoute.addChildren([itemRoute])])] as const;
