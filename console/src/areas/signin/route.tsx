import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signin',
  validateSearch: (search: Record<string, unknown>): { returnTo?: string; error?: string } => ({
    // Only paths of the console: another site must not be where a sign-in leads.
    ...(typeof search.returnTo === 'string' && /^\/(?![/\\])/.test(search.returnTo) && { returnTo: search.returnTo }),
    ...(typeof search.error === 'string' && { error: search.error }),
  }),
  component: lazyRouteComponent(() => import('./SignInPage.tsx'), 'SignInPage'),
});

export const signInRoutes = [signInRoute] as const;
