import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../app/i18n.ts';
import { rootRoute } from '../../app/root-route.tsx';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signin',
  validateSearch: (search: Record<string, unknown>): { returnTo?: string; error?: string; requestId?: string } => ({
    // Only paths of the console: another site must not be where a sign-in leads.
    ...(typeof search.returnTo === 'string' && /^\/(?![/\\])/.test(search.returnTo) && { returnTo: search.returnTo }),
    ...(typeof search.error === 'string' && { error: search.error }),
    ...(typeof search.requestId === 'string' && { requestId: search.requestId }),
  }),
  component: lazyRouteComponent(() => withTexts('signin', import('./SignInPage.tsx')), 'SignInPage'),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyRouteComponent(() => withTexts('signin', import('./InvitationPage.tsx')), 'InvitationPage'),
});

const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot',
  component: lazyRouteComponent(() => withTexts('signin', import('./PasswordResetPage.tsx')), 'ForgotPage'),
});

const passwordResetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/password-reset',
  component: lazyRouteComponent(() => withTexts('signin', import('./PasswordResetPage.tsx')), 'PasswordResetPage'),
});

export const signInRoutes = [signInRoute, invitationRoute, forgotRoute, passwordResetRoute] as const;
