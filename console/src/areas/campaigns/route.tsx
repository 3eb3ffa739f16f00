import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../app/i18n.ts';
import { frameRoute } from '../../app/root-route.tsx';
import { readStep, type StepName } from './create/steps.ts';
import { type ListAddress, readListAddress } from './list/address.ts';
import { type PageAddress, readPageAddress } from './page/address.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const listRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/campaigns',
  validateSearch: (given: Record<string, unknown>): ListAddress => readListAddress(given),
  component: lazyRouteComponent(() => withTexts('campaigns', import('./list/CampaignsPage.tsx')), 'CampaignsPage'),
});

const newRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/campaigns/new',
  validateSearch: (given: Record<string, unknown>): { from?: string } => ({
    ...(text(given.from) && { from: text(given.from) }),
  }),
  component: lazyRouteComponent(() => withTexts('campaigns', import('./create/NewCampaignPage.tsx')), 'NewCampaignPage'),
});

const editRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/campaigns/$campaignId/edit',
  validateSearch: (given: Record<string, unknown>): { step?: StepName } => readStep(given),
  component: lazyRouteComponent(() => withTexts('campaigns', import('./create/EditCampaignPage.tsx')), 'EditCampaignPage'),
});

const campaignRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/campaigns/$campaignId',
  validateSearch: (given: Record<string, unknown>): PageAddress => readPageAddress(given),
  component: lazyRouteComponent(() => withTexts('campaigns', import('./page/CampaignPage.tsx')), 'CampaignPage'),
});

export const campaignsRoutes = [listRoute, newRoute, editRoute, campaignRoute] as const;
