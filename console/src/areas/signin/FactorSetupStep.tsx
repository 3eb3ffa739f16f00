import { useLingui } from '@lingui/react/macro';
import { PatchbayError, type types } from '@patchbay/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountClient, enter, signOut } from '../../app/session/session.ts';
import { Button, ErrorState, Field, Input, Notice, Skeleton } from '../../kit/index.ts';
import { QrCode } from '../../kit/QrCode.tsx';
import styles from './Gate.module.css';
import { Gate } from './Gate.tsx';

type Props = { signedIn: types.SignedIn; tenantId: string | undefined };

/** The tenant requires a second factor, and the person has none: sets up an authenticator app. */
export function FactorSetupStep({ signedIn, tenantId }: Props) {
  const { t } = useLingui();
  const [codes, setCodes] = useState<string[] | null>(null);
  const tenant = signedIn.tenants.find(({ id }) => id === tenantId);
  const go = useMutation({ mutationFn: async () => enter(await accountClient.sessions.getCurrent()) });
  return (
    <Gate title={t`Set up a second factor`} text={t`${tenant?.name ?? ''} requires one. Use an authenticator app on your phone.`}>
      {codes ? (
        <>
          <Notice tone="warn" title={t`Store these recovery codes`}>
            {t`Each works once, when the phone is lost. They are not shown again.`}
          </Notice>
          <div className={styles.codes} dir="ltr">
            {codes.map((code) => (
              <span key={code}>{code}</span>
            ))}
          </div>
          <Button look="primary" size="big" wide busy={go.isPending} onClick={() => go.mutate()}>
            {t`I have stored them`}
          </Button>
        </>
      ) : (
        <Enrol onConfirmed={setCodes} />
      )}
      <Button look="quiet" wide onClick={() => void signOut()}>
        {t`Sign out`}
      </Button>
    </Gate>
  );
}

function Enrol({ onConfirmed }: { onConfirmed: (codes: string[]) => void }) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const secret = useQuery({ queryKey: ['enrolTotp'], queryFn: () => accountClient.factors.enrolTotp(), staleTime: Infinity });
  const confirm = useMutation({
    mutationFn: () => accountClient.factors.confirmTotp({ code: code.replace(/\s/g, '') }),
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  const isRefused = confirm.error instanceof PatchbayError && confirm.error.is('code_refused');
  if (secret.error) return <ErrorState title={t`No secret was created`} error={secret.error} fix={t`Sign out and in again.`} />;
  if (!secret.data) return <Skeleton width={85} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      <div className={styles.scan}>
        <QrCode text={secret.data.uri} label={t`QR code for the authenticator app`} />
        <p>{t`Scan the picture with the app. Then enter the code that the app shows.`}</p>
      </div>
      <Field label={t`Secret for the app`} hint={<a href={secret.data.uri}>{t`Open in an app on this device`}</a>}>
        <Input readOnly big dir="ltr" value={secret.data.secret} onFocus={(event) => event.target.select()} />
      </Field>
      <Field label={t`Code that the app shows`} error={isRefused && t`The code was not accepted. Wait for the next one.`}>
        <Input
          big
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      {confirm.error && !isRefused && <ErrorState title={t`The code was not checked`} error={confirm.error} />}
      <Button type="submit" look="primary" size="big" wide busy={confirm.isPending}>
        {t`Confirm`}
      </Button>
    </form>
  );
}
