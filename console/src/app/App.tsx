import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { i18n } from '@lingui/core';
import { I18nProvider, useLingui } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Toaster } from '../kit/Toast.tsx';
import { directionOf } from './i18n.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { beforeTenantChange, onSession, sessionState } from './session/session.ts';

export function App() {
  useEffect(() => onSession(followSession), []);
  useEffect(() => beforeTenantChange(() => queryClient.clear()), []);
  return (
    <I18nProvider i18n={i18n}>
      <CSPProvider disableStyleElements>
        <Direction>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <Toaster />
          </QueryClientProvider>
        </Direction>
      </CSPProvider>
    </I18nProvider>
  );
}

function Direction({ children }: { children: ReactNode }) {
  const { i18n } = useLingui();
  return <DirectionProvider direction={directionOf(i18n.locale)}>{children}</DirectionProvider>;
}

let wasActive = false;

/** When the session ends while somebody works, or another tenant asks for a second factor, shows the sign-in page, which comes back to where the person was. */
function followSession(): void {
  const isActive = sessionState().step === 'active';
  const hasEnded = wasActive && !isActive;
  wasActive = isActive;
  if (!hasEnded) return;
  queryClient.clear();
  const { pathname, href } = router.state.location;
  if (pathname.startsWith('/signin')) return;
  void router.navigate({ to: '/signin', search: { returnTo: href }, replace: true });
}
