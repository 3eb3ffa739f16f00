import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../app/i18n.ts';
import { frameRoute } from '../../app/root-route.tsx';

export const operationsTabs = ['tenants', 'queue', 'jobs', 'channels'] as const;
export type OperationsTab = (typeof operationsTabs)[number];

const isTab = (value: unknown): value is OperationsTab => operationsTabs.includes(value as OperationsTab);

const operationsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/operations',
  validateSearch: ({ part }: Record<string, unknown>): { part?: OperationsTab } => (isTab(part) ? { part } : {}),
  component: lazyRouteComponent(() => withTexts('operations', import('./OperationsPage.tsx')), 'OperationsPage'),
});

export const operationsRoutes = [operationsRoute] as const;
