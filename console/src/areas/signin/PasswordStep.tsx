import { useLingui } from '@lingui/react/macro';
import { PatchbayError } from '@patchbay/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { accountClient, enter } from '../../app/session/session.ts';
import { Button, ErrorState, Field, Input, Notice } from '../../kit/index.ts';
import styles from './Gate.module.css';
import { Gate, Or } from './Gate.tsx';
import { askForPasskey, hasPasskeys } from './passkey.ts';
import { SingleSignOn, SingleSignOnError } from './SingleSignOn.tsx';

type Props = { returnTo: string | undefined };

/** Passkey, single sign-on, or email and password. */
export function PasswordStep({ returnTo }: Props) {
  const { t } = useLingui();
  const passkey = useMutation({
    mutationFn: async () => {
      const answer = await askForPasskey(await accountClient.factors.getPasskeySignInOptions());
      if (answer) await enter(await accountClient.factors.createSessionByPasskey(answer));
    },
  });
  return (
    <Gate title={t`Sign in`} text={location.host}>
      <SingleSignOnError />
      {returnTo && returnTo !== '/inbox' && <Notice>{t`Sign in to open the page.`}</Notice>}
      <div className={styles.buttons}>
        {hasPasskeys() && (
          <Button
            size="big"
            wide
            icon={<KeyRound size={16} aria-hidden />}
            busy={passkey.isPending}
            onClick={() => passkey.mutate()}
          >
            {t`Use a passkey`}
          </Button>
        )}
        <SingleSignOn returnTo={returnTo} />
      </div>
      {passkey.error && <ErrorState title={t`The passkey was not accepted`} error={passkey.error} fix={t`Use your password.`} />}
      <Or>{t`or with a password`}</Or>
      <PasswordForm />
    </Gate>
  );
}

function PasswordForm() {
  const { t } = useLingui();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: async () => enter(await accountClient.sessions.create({ email: email.trim(), password })),
  });
  const isRefused = signIn.error instanceof PatchbayError && signIn.error.is('sign_in_failed');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!signIn.isPending) signIn.mutate();
      }}
    >
      <Field label={t`Email`}>
        <Input
          big
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field
        label={t`Password`}
        aside={<Link to="/forgot">{t`Forgot it?`}</Link>}
        error={isRefused && t`Email and password do not match.`}
      >
        <Input
          big
          type="password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {signIn.error && !isRefused && <ErrorState title={t`You are not signed in`} error={signIn.error} />}
      <Button type="submit" look="primary" size="big" wide busy={signIn.isPending}>
        {t`Sign in`}
      </Button>
    </form>
  );
}
