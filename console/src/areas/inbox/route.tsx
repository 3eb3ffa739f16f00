import { createRoute, lazyRouteComponent, retainSearchParams } from '@tanstack/react-router';
import { frameRoute } from '../../app/root-route.tsx';
import { readSearch } from './queries/search-params.ts';

export type { InboxSearch } from './queries/search-params.ts';

const inboxRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/inbox',
  validateSearch: readSearch,
  search: { middlewares: [retainSearchParams(['phone'])] },
  component: lazyRouteComponent(() => import('./InboxPage.tsx'), 'InboxPage'),
});

const noChatRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./InboxPage.tsx'), 'NoChat'),
});

const chatRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: '$chatId',
  component: lazyRouteComponent(() => import('./InboxPage.tsx'), 'OpenChat'),
});

export const inboxRoutes = [inboxRoute.addChildren([noChatRoute, chatRoute])] as const;
