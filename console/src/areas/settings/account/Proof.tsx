import { useLingui } from '@lingui/react/macro';
import { PatchbayError } from '@patchbay/sdk';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, causeOf, Dialog, Field, Input, Segments } from '../../../kit/index.ts';

export type Proof = { password: string } | { code: string } | { recoveryCode: string };
type Kind = 'password' | 'code' | 'recoveryCode';
type Asked = { run: (proof: Proof) => Promise<void>; cancel: () => void };

/**
 * Runs calls that need a proof that it is the person: a password or a code. `run` is called without one first if `isAlways` is false; when
 * the server wants a proof, a dialog asks for it. Resolves with undefined when the person cancels.
 */
export function useProof(
  hasTotp: boolean,
): [<T>(run: (proof?: Proof) => Promise<T>, isAlways?: boolean) => Promise<T | undefined>, ReactNode] {
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = <T,>(run: (proof: Proof) => Promise<T>) =>
    new Promise<T | undefined>((resolve) => {
      setAsked({
        run: async (proof) => {
          const result = await run(proof);
          setAsked(null);
          resolve(result);
        },
        cancel: () => {
          setAsked(null);
          resolve(undefined);
        },
      });
    });
  const withProof = async <T,>(run: (proof?: Proof) => Promise<T>, isAlways = false) => {
    if (isAlways) return ask(run);
    try {
      return await run();
    } catch (error) {
      if (error instanceof PatchbayError && error.is('proof_required')) return ask(run);
      throw error;
    }
  };
  return [withProof, asked && <ProofDialog asked={asked} hasTotp={hasTotp} />];
}

function ProofDialog({ asked, hasTotp }: { asked: Asked; hasTotp: boolean }) {
  const { t } = useLingui();
  const { me } = useSession();
  const kinds: { value: Kind; label: string }[] = [
    ...(me.account?.hasPassword ? [{ value: 'password' as const, label: t`Password` }] : []),
    ...(hasTotp ? [{ value: 'code' as const, label: t`Code of the app` }] : []),
    { value: 'recoveryCode', label: t`Recovery code` },
  ];
  const [kind, setKind] = useState<Kind>(kinds[0]?.value ?? 'password');
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    const given = kind === 'password' ? value : value.trim();
    await asked.run({ [kind]: given } as Proof).catch((caught: unknown) => {
      setError(causeOf(caught).message);
      setBusy(false);
    });
  };
  return (
    <Dialog
      open
      onClose={asked.cancel}
      title={t`Is it you?`}
      text={t`This changes how you sign in, so give your password or a code once more.`}
      actions={
        <>
          <Button onClick={asked.cancel}>{t`Cancel`}</Button>
          <Button look="primary" type="submit" form="proof" busy={isBusy} disabled={value === ''}>
            {t`Continue`}
          </Button>
        </>
      }
    >
      {kinds.length > 1 && (
        <div>
          <Segments name={t`Proof`} value={kind} options={kinds} onChange={setKind} />
        </div>
      )}
      <form id="proof" onSubmit={(event) => void submit(event)}>
        <Field label={kinds.find((one) => one.value === kind)?.label} error={error}>
          <Input
            key={kind}
            type={kind === 'password' ? 'password' : 'text'}
            autoComplete={kind === 'password' ? 'current-password' : 'one-time-code'}
            inputMode={kind === 'code' ? 'numeric' : undefined}
            dir="ltr"
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
