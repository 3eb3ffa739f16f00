import { useLingui } from '@lingui/react/macro';
import { PatchbayError, type types } from '@patchbay/sdk';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { accountClient, enter, signOut } from '../../app/session/session.ts';
import { Button, ErrorState, Field, Input } from '../../kit/index.ts';
import styles from './Gate.module.css';
import { Gate, Or } from './Gate.tsx';
import { askForPasskey, hasPasskeys } from './passkey.ts';

/** A code of the authenticator app, a recovery code, or a passkey, after the password. */
export function SecondFactorStep({ account }: { account: types.Account }) {
  const { t } = useLingui();
  const [isRecovery, setRecovery] = useState(false);
  const passkey = useMutation({
    mutationFn: async () => {
      const answer = await askForPasskey(await accountClient.factors.getPasskeySignInOptions());
      if (answer) await enter(await accountClient.factors.giveSecond({ passkey: answer }));
    },
  });
  return (
    <Gate title={t`Second factor`} text={account.email}>
      <CodeForm key={String(isRecovery)} isRecovery={isRecovery} />
      <Or>{t`or`}</Or>
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
        <Button size="big" wide onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? t`Use a code of the app` : t`Use a recovery code`}
        </Button>
        <Button look="quiet" wide onClick={() => void signOut()}>
          {t`Sign in as somebody else`}
        </Button>
      </div>
      {passkey.error && <ErrorState title={t`The passkey was not accepted`} error={passkey.error} />}
    </Gate>
  );
}

function CodeForm({ isRecovery }: { isRecovery: boolean }) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const give = useMutation({
    mutationFn: async () => {
      const text = code.replace(/\s/g, '');
      await enter(await accountClient.factors.giveSecond(isRecovery ? { recoveryCode: code.trim() } : { code: text }));
    },
  });
  const isRefused = give.error instanceof PatchbayError && give.error.is('code_refused');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!give.isPending) give.mutate();
      }}
    >
      <Field
        label={isRecovery ? t`Recovery code` : t`Code of your authenticator app`}
        error={isRefused && t`The code was not accepted. Wait for the next one, and check the clock of your phone.`}
      >
        <Input
          big
          dir="ltr"
          autoFocus
          autoComplete="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          required
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      {give.error && !isRefused && <ErrorState title={t`You are not signed in`} error={give.error} />}
      <Button type="submit" look="primary" size="big" wide busy={give.isPending}>
        {t`Continue`}
      </Button>
    </form>
  );
}
