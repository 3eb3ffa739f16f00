import { createRoute, lazyRouteComponent, retainSearchParams } from '@tanstack/react-router';
import { frameRoute } from '../../app/root-route.tsx';

/** The query is the address: which chats, in which order, and the message to scroll to. */
export type InboxSearch = {
  /** A built-in view (`mine`, `unassigned`, ...) or the id of a saved one. */
  view?: string;
  /** A filter in the grammar of the API. */
  filter?: string;
  search?: string;
  order?: string;
  messageId?: string;
  /** `1`: the phone of the customer is shown beside the chat, in sandbox tenants. */
  phone?: string;
};

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const inboxRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/inbox',
  validateSearch: (search: Record<string, unknown>): InboxSearch => ({
    ...(text(search.view) && { view: text(search.view) }),
    ...(text(search.filter) && { filter: text(search.filter) }),
    ...(text(search.search) && { search: text(search.search) }),
    ...(text(search.order) && { order: text(search.order) }),
    ...(text(search.messageId) && { messageId: text(search.messageId) }),
    ...(search.phone !== undefined && { phone: '1' }),
  }),
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
