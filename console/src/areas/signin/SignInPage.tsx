import { useLingui } from '@lingui/react/macro';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { startSession } from '../../app/session/session.ts';
import { useSessionState } from '../../app/session/use-session.ts';
import { ErrorState } from '../../kit/index.ts';
import { FactorSetupStep } from './FactorSetupStep.tsx';
import { Gate } from './Gate.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { SecondFactorStep } from './SecondFactorStep.tsx';
import { TenantStep } from './TenantStep.tsx';

/** Signing in, step by step, as the state of the session asks for it. Afterwards the page that was wanted. */
export function SignInPage() {
  const { t } = useLingui();
  const router = useRouter();
  const state = useSessionState();
  const { returnTo } = useSearch({ from: '/signin' });
  useEffect(() => void startSession(), []);
  useEffect(() => {
    if (state.step === 'active') void router.navigate({ href: returnTo ?? '/inbox', replace: true });
  }, [state.step, router, returnTo]);

  switch (state.step) {
    case 'signedOut':
      return <PasswordStep returnTo={returnTo} />;
    case 'secondFactor':
      return <SecondFactorStep account={state.signedIn.account} />;
    case 'chooseTenant':
      return <TenantStep signedIn={state.signedIn} />;
    case 'needsFactor':
      return <FactorSetupStep signedIn={state.signedIn} tenantId={state.tenantId} />;
    case 'failed':
      return (
        <Gate title={t`Sign in`}>
          <ErrorState title={t`The server does not answer`} error={state.error} onRetry={() => void startSession()} />
        </Gate>
      );
    default:
      return null;
  }
}
