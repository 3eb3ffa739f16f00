import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, Dialog, ErrorState, Field, Select } from '../../../kit/index.ts';
import { ShownSecret } from './CreateWebhookDialog.tsx';

type Props = { webhook: types.Webhook; open: boolean; onClose: () => void };

/** Makes a new signing secret. Requests have both signatures until the overlap ends. */
export function RotateDialog({ webhook, open, onClose }: Props) {
  const { t } = useLingui();
  const { client } = useSession();
  const [overlap, setOverlap] = useState('24');
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: () => client.webhooks.rotateSecret(webhook.id, { overlapHours: Number(overlap) }),
  });
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={data ? t`The secret was rotated` : t`Rotate secret`}
      text={
        data ? undefined : t`Both secrets sign until the overlap ends, so your server can change to the new one without a gap.`
      }
      actions={
        data ? (
          <Button look="primary" onClick={close}>{t`Done`}</Button>
        ) : (
          <>
            <Button onClick={close}>{t`Cancel`}</Button>
            <Button look="primary" busy={isPending} onClick={() => mutate()}>
              {isPending ? t`Rotating` : t`Rotate secret`}
            </Button>
          </>
        )
      }
    >
      {data ? (
        <ShownSecret secret={data.secret} />
      ) : (
        <>
          <Field label={t`Overlap`}>
            <Select
              value={overlap}
              onChange={setOverlap}
              options={[
                { value: '0', label: t`None: the old secret ends at once` },
                { value: '24', label: t`24 hours` },
                { value: '72', label: t`3 days` },
                { value: '168', label: t`7 days` },
              ]}
            />
          </Field>
          {error && <ErrorState title={t`The secret was not rotated`} error={error} />}
        </>
      )}
    </Dialog>
  );
}
