import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../app/root-route.tsx';

const phoneRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/phone',
  component: lazyRouteComponent(() => import('./PhonePage.tsx'), 'PhonePage'),
});

export const phoneRoutes = [phoneRoute] as const;
