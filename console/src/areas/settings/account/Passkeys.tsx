import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { accountClient } from '../../../app/session/session.ts';
import { Button, Dialog, Field, IconButton, Input, Notice, RelativeTime, toast, toastError } from '../../../kit/index.ts';
import cells from '../cells.module.css';
import styles from './Account.module.css';
import { createPasskey, deviceName, hasPasskeys } from './create-passkey.ts';
import { useProof } from './Proof.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Props = { factors: types.Factors; onChanged: () => Promise<void> };

export function Passkeys({ factors, onChanged }: Props) {
  const { t } = useLingui();
  const [withProof, proofDialog] = useProof(factors.hasTotp);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [renamed, setRenamed] = useState<types.Passkey | null>(null);

  const add = async () => {
    try {
      const options = await withProof((proof) => accountClient.factors.getPasskeyOptions(proof ? { proof } : {}));
      const answer = options && (await createPasskey(options));
      if (!answer) return; // cancelled
      const { recoveryCodes } = await accountClient.factors.createPasskey({ name: deviceName(navigator.userAgent), ...answer });
      await onChanged();
      setCodes(recoveryCodes);
      toast({ text: t`The passkey is added` });
    } catch (error) {
      toastError(t`The passkey could not be added`, error);
    }
  };
  const remove = async ({ id }: types.Passkey) => {
    const result = await withProof((proof) => accountClient.factors.removePasskey(id, { proof: proof ?? {} }), true);
    if (!result) return;
    await onChanged();
    toast({ text: t`The passkey is removed. Delete it on the device, too.` });
  };

  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />;
  return (
    <>
      {proofDialog}
      {renamed && <RenameDialog passkey={renamed} onClose={() => setRenamed(null)} onChanged={onChanged} />}
      {factors.passkeys.length === 0 && <p className={cells.text}>{t`You have no passkeys.`}</p>}
      <ul className={styles.rows}>
        {factors.passkeys.map((passkey) => {
          const { id, name, createdAt, lastUsedAt } = passkey;
          return (
            <li key={id} className={styles.row}>
              <KeyRound size={16} aria-hidden />
              <span className={styles.rowText}>
                <bdi>{name}</bdi>
                <small>
                  {lastUsedAt ? t`Last used` : t`Added`} <RelativeTime at={lastUsedAt ?? createdAt} relative />
                </small>
              </span>
              <IconButton label={t`Rename ${name}`} icon={<Pencil size={16} aria-hidden />} onClick={() => setRenamed(passkey)} />
              <IconButton
                label={t`Remove ${name}`}
                icon={<Trash2 size={16} aria-hidden />}
                onClick={() => void remove(passkey)}
              />
            </li>
          );
        })}
      </ul>
      {hasPasskeys() ? (
        <div>
          <Button icon={<KeyRound size={14} aria-hidden />} onClick={() => void add()}>
            {t`Add a passkey`}
          </Button>
        </div>
      ) : (
        <Notice>{t`This browser has no passkeys. Use a newer one.`}</Notice>
      )}
    </>
  );
}

function RenameDialog({
  passkey,
  onClose,
  onChanged,
}: {
  passkey: types.Passkey;
  onClose: () => void;
  onChanged: () => Promise<void>;
}) {
  const { t } = useLingui();
  const [name, setName] = useState(passkey.name);
  const save = async () => {
    try {
      await accountClient.factors.renamePasskey(passkey.id, { name });
      await onChanged();
      onClose();
    } catch (error) {
      toastError(t`The passkey could not be renamed`, error);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Rename the passkey`}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button look="primary" disabled={name.trim() === ''} onClick={() => void save()}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <Field label={t`Name`}>
        <Input value={name} dir="auto" maxLength={100} onChange={(event) => setName(event.target.value)} />
      </Field>
    </Dialog>
  );
}
