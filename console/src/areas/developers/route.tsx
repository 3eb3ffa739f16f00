import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { withTexts } from '../../app/i18n.ts';
import { frameRoute } from '../../app/root-route.tsx';
import { readAddress } from './address.ts';

const layout = () => withTexts('developers', import('./DevelopersLayout.tsx'));

const areaRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/developers',
  component: lazyRouteComponent(layout, 'DevelopersLayout'),
});

/** On narrow screens the list of pages is a page of its own; beside it there is always one open. */
const indexRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: '/',
  beforeLoad: () => {
    if (matchMedia('(min-width: 768px)').matches)
      throw redirect({ to: '/developers/$page', params: { page: 'webhooks' }, replace: true });
  },
});

/** All pages are rows of pages.ts. `item` is the id of what is open on its own page, such as a webhook. */
const pageRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: '$page',
  validateSearch: readAddress,
  component: lazyRouteComponent(layout, 'DevelopersPage'),
});
const itemRoute = createRoute({ getParentRoute: () => pageRoute, path: '$item' });

export const developersRoutes = [areaRoute.addChildren([indexRoute, pageRoute.addChildren([itemRoute])])] as const;
