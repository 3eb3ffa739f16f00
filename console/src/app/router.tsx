import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { contactsRoutes } from '../areas/contacts/route.tsx';
import { developersRoutes } from '../areas/developers/route.tsx';
import { inboxRoutes } from '../areas/inbox/route.tsx';
import { operationsRoutes } from '../areas/operations/route.tsx';
import { phoneOpenRoutes, phoneRoutes } from '../areas/phone/route.tsx';
import { settingsRoutes } from '../areas/settings/route.tsx';
import { signInRoutes } from '../areas/signin/route.tsx';
import { frameRoute, rootRoute } from './root-route.tsx';

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inbox', replace: true });
  },
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  ...signInRoutes,
  ...phoneOpenRoutes,
  frameRoute.addChildren([
    ...inboxRoutes,
    ...contactsRoutes,
    ...settingsRoutes,
    ...developersRoutes,
    ...operationsRoutes,
    ...phoneRoutes,
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/console',
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
