import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { Frame } from './frame/Frame.tsx';
import { NotFound } from './NotFound.tsx';
import { RouteError } from './RouteError.tsx';
import { sessionState, startSession } from './session/session.ts';

export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: RouteError });

/** The layout of every page for signed-in people: navigation around, the area inside. Areas are its children. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: Frame,
  errorComponent: RouteError,
  beforeLoad: async ({ location }) => {
    await startSession();
    const { step, ...state } = sessionState();
    if (step === 'failed') throw (state as { error: unknown }).error;
    if (step !== 'active') throw redirect({ to: '/signin', search: { returnTo: location.href }, replace: true });
  },
});
