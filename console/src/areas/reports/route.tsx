import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../app/i18n.ts';
import { frameRoute } from '../../app/root-route.tsx';
import { readAddress } from './address.ts';

const reportRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/reports',
  validateSearch: readAddress,
  component: lazyRouteComponent(() => withTexts('reports', import('./ReportsPage.tsx')), 'ReportsPage'),
});

export const reportsRoutes = [reportRoute] as const;
