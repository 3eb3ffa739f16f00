import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../app/i18n.ts';
import { frameRoute } from '../../app/root-route.tsx';
import { readAddress } from './list/address.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const listRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/contacts',
  validateSearch: readAddress,
  component: lazyRouteComponent(() => withTexts('contacts', import('./list/ContactsPage.tsx')), 'ContactsPage'),
});

const importRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/contacts/import',
  validateSearch: (given: Record<string, unknown>): { id?: string } => ({ ...(text(given.id) && { id: text(given.id) }) }),
  component: lazyRouteComponent(() => withTexts('contacts', import('./import/ImportPage.tsx')), 'ImportPage'),
});

const mergeRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/contacts/merge',
  validateSearch: (given: Record<string, unknown>): { one: string; other?: string } => ({
    one: text(given.one) ?? '',
    ...(text(given.other) && { other: text(given.other) }),
  }),
  component: lazyRouteComponent(() => withTexts('contacts', import('./merge/MergePage.tsx')), 'MergePage'),
});

export const contactTabs = ['timeline', 'chats', 'consent'] as const;
export type ContactTab = (typeof contactTabs)[number];

const contactRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/contacts/$contactId',
  validateSearch: (given: Record<string, unknown>): { tab?: ContactTab } =>
    contactTabs.includes(given.tab as ContactTab) ? { tab: given.tab as ContactTab } : {},
  component: lazyRouteComponent(() => withTexts('contacts', import('./page/ContactPage.tsx')), 'ContactPage'),
});

export const contactsRoutes = [listRoute, importRoute, mergeRoute, contactRoute] as const;
