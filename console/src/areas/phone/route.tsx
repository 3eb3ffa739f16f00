import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../app/i18n.ts';
import { frameRoute, rootRoute } from '../../app/root-route.tsx';

const phoneRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/phone',
  component: lazyRouteComponent(() => withTexts('phone', import('./PhonePage.tsx')), 'PhonePage'),
});

const signInLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in-link',
  validateSearch: (search: Record<string, unknown>): { chat?: string } =>
    typeof search.chat === 'string' && /^[\da-f-]{36}$/.test(search.chat) ? { chat: search.chat } : {},
  component: lazyRouteComponent(() => withTexts('phone', import('./SignInLinkPage.tsx')), 'SignInLinkPage'),
});

export const phoneRoutes = [phoneRoute] as const;
/** Outside the frame: nobody is signed in yet. */
export const phoneOpenRoutes = [signInLinkRoute] as const;
