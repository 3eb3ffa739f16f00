import { createRoute, lazyRouteComponent, retainSearchParams } from '@tanstack/react-router';
import { withTexts } from '../../app/i18n.ts';
import { frameRoute } from '../../app/root-route.tsx';
import { readSearch } from './queries/search-params.ts';

const inboxRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/inbox',
  validateSearch: readSearch,
  search: { middlewares: [retainSearchParams(['phone'])] },
  component: lazyRouteComponent(() => withTexts('inbox', import('./InboxPage.tsx')), 'InboxPage'),
});

const noChatRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: '/',
  component: lazyRouteComponent(() => withTexts('inbox', import('./InboxPage.tsx')), 'NoChat'),
});

const chatRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: '$chatId',
  component: lazyRouteComponent(() => withTexts('inbox', import('./InboxPage.tsx')), 'OpenChat'),
});

export const inboxRoutes = [inboxRoute.addChildren([noChatRoute, chatRoute])] as const;
