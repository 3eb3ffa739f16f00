import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { type FormEvent, useState } from 'react';
import { accountClient } from '../../../app/session/session.ts';
import { Button, CopyValue, causeOf, Field, Input, StatusDot, toast, toastError } from '../../../kit/index.ts';
import { QrCode } from '../../../kit/QrCode.tsx';
import cells from '../cells.module.css';
import styles from './Account.module.css';
import { useProof } from './Proof.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Props = { factors: types.Factors; onChanged: () => Promise<void> };

/** Sets up and removes the authenticator app, and replaces the recovery codes. */
export function Totp({ factors, onChanged }: Props) {
  const { t } = useLingui();
  const [withProof, proofDialog] = useProof(factors.hasTotp);
  const [secret, setSecret] = useState<types.TotpSecret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const hasFactor = factors.hasTotp || factors.passkeys.length > 0;
  const left = factors.recoveryCodesLeft;

  const begin = async () => {
    const made = await withProof((proof) => accountClient.factors.enrolTotp(proof ? { proof } : {}));
    if (made) setSecret(made);
  };
  const remove = async () => {
    const isDone = await withProof((proof) => accountClient.factors.removeTotp({ proof: proof ?? {} }).then(() => true), true);
    if (!isDone) return;
    await onChanged();
    toast({ text: t`The authenticator app is removed` });
  };
  const replace = async () => {
    const made = await withProof((proof) => accountClient.factors.replaceRecoveryCodes({ proof: proof ?? {} }), true);
    if (!made) return;
    setCodes(made.recoveryCodes);
    await onChanged();
  };
  const orToast = (promise: Promise<void>) =>
    void promise.catch((error: unknown) => toastError(t`The second factor could not be changed`, error));

  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />;
  if (secret)
    return (
      <Confirm
        secret={secret}
        onCancel={() => setSecret(null)}
        onConfirmed={(made) => {
          setSecret(null);
          setCodes(made);
          void onChanged();
        }}
      />
    );
  return (
    <>
      {proofDialog}
      <p>
        {factors.hasTotp ? <StatusDot tone="ok">{t`Set up`}</StatusDot> : <StatusDot tone="muted">{t`Not set up`}</StatusDot>}
      </p>
      {hasFactor && <p className={cells.text}>{t`${left} recovery codes are left.`}</p>}
      <div className={styles.line}>
        {!factors.hasTotp && <Button onClick={() => orToast(begin())}>{t`Set up an authenticator app`}</Button>}
        {hasFactor && <Button onClick={() => orToast(replace())}>{t`New recovery codes`}</Button>}
        {factors.hasTotp && (
          <Button look="dangerQuiet" onClick={() => orToast(remove())}>
            {t`Remove the app`}
          </Button>
        )}
      </div>
    </>
  );
}

type ConfirmProps = { secret: types.TotpSecret; onCancel: () => void; onConfirmed: (codes: string[]) => void };

function Confirm({ secret: { secret, uri }, onCancel, onConfirmed }: ConfirmProps) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      onConfirmed((await accountClient.factors.confirmTotp({ code: code.replace(/\s/g, '') })).recoveryCodes);
    } catch (caught) {
      setError(causeOf(caught).message);
    }
  };
  return (
    <form className={styles.setup} onSubmit={(event) => void submit(event)}>
      <QrCode text={uri} label={t`QR code for the authenticator app`} />
      <div className={styles.steps}>
        <p>{t`Scan the picture with the app. Then enter the code that the app shows.`}</p>
        <CopyValue label={t`Or enter this secret`} value={secret} />
        <Field label={t`Code that the app shows`} error={error}>
          <Input
            dir="ltr"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            required
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        <div className={styles.line}>
          <Button onClick={onCancel}>{t`Cancel`}</Button>
          <Button type="submit" look="primary">
            {t`Confirm`}
          </Button>
        </div>
      </div>
    </form>
  );
}
