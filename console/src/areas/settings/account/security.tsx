import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { accountClient } from '../../../app/session/session.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { ErrorState, Skeleton } from '../../../kit/index.ts';
import { Section, SectionPage } from '../Section.tsx';
import { Passkeys } from './Passkeys.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { Sessions } from './Sessions.tsx';
import { Totp } from './Totp.tsx';

const factorsKey = ['account', 'factors'];

/** Password, second factor, passkeys and sessions of the person. */
export default function SecurityPage() {
  const { t } = useLingui();
  const { me } = useSession();
  const cache = useQueryClient();
  const { data: factors, error, refetch } = useQuery({ queryKey: factorsKey, queryFn: () => accountClient.factors.get() });
  const reload = () => cache.invalidateQueries({ queryKey: factorsKey });
  const wait = error ? (
    <ErrorState title={t`Your factors could not be loaded`} error={error} onRetry={() => void refetch()} />
  ) : (
    <Skeleton width={60} />
  );
  return (
    <SectionPage title={t`Sign-in and security`}>
      <Section title={t`Password`} text={t`A new password ends all your other sessions.`}>
        {me.account && (
          <PasswordForm
            key={me.account.passwordChangedAt}
            hasPassword={me.account.hasPassword}
            changedAt={me.account.passwordChangedAt}
          />
        )}
      </Section>
      <Section
        title={t`Authenticator app`}
        text={t`A second factor: a code of six digits that an app on your phone shows. Without the phone, a recovery code replaces it.`}
      >
        {factors ? <Totp factors={factors} onChanged={reload} /> : wait}
      </Section>
      <Section
        title={t`Passkeys`}
        text={t`Sign in with a fingerprint, your face or the lock of a device, without password and code.`}
      >
        {factors ? <Passkeys factors={factors} onChanged={reload} /> : wait}
      </Section>
      <Section
        title={t`Sessions`}
        text={t`Browsers in which you are signed in. End those that you do not know, then change your password.`}
      >
        <Sessions />
      </Section>
    </SectionPage>
  );
}
