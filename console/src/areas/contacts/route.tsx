import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../app/root-route.tsx';

const contactsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/contacts',
  component: lazyRouteComponent(() => import('./ContactsPage.tsx'), 'ContactsPage'),
});

export const contactsRoutes = [contactsRoute] as const;
