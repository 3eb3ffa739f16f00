import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { accountClient, enter, startSession } from '../../app/session/session.ts';
import { useSessionState } from '../../app/session/use-session.ts';
import { Button, ErrorState, Field, Input, Stack } from '../../kit/index.ts';
import styles from './SignInPage.module.css';

export function SignInPage() {
  const { t } = useLingui();
  const router = useRouter();
  const state = useSessionState();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => void startSession(), []);
  useEffect(() => {
    if (state.step !== 'active') return;
    const { returnTo } = router.state.location.search as { returnTo?: string };
    router.history.replace(router.basepath + (returnTo ?? '/inbox'));
  }, [state.step, router]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    try {
      await enter(
        await accountClient.sessions.create({ email: String(form.get('email')), password: String(form.get('password')) }),
      );
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };

  return (
    <main className={styles.gate}>
      <form className={styles.box} onSubmit={(event) => void submit(event)}>
        <h1>{t`Sign in`}</h1>
        <Stack>
          <Field label={t`Email`} name="email">
            <Input big type="email" name="email" autoComplete="username" required />
          </Field>
          <Field label={t`Password`} name="password">
            <Input big type="password" name="password" autoComplete="current-password" required />
          </Field>
          {error !== null && <ErrorState title={t`You are not signed in`} error={error} />}
          <Button type="submit" look="primary" size="big" wide busy={isBusy}>
            {t`Sign in`}
          </Button>
        </Stack>
      </form>
    </main>
  );
}
