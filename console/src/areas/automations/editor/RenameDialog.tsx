import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, Dialog, ErrorState, Field, Input, Stack, Textarea } from '../../../kit/index.ts';
import { remember } from './use-editor.ts';

type Props = { automation: types.Automation; open: boolean; onClose: () => void };

export function RenameDialog({ automation, open, onClose }: Props) {
  const { t } = useLingui();
  const { client } = useSession();
  const [name, setName] = useState(automation.name);
  const [description, setDescription] = useState(automation.description ?? '');
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => client.automations.update(automation.id, { name, description: description.trim() || null }),
    onSuccess: (changed) => {
      remember(changed);
      onClose();
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Rename the automation`}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button look="primary" busy={isPending} disabled={name.trim() === ''} onClick={() => mutate()}>{t`Rename`}</Button>
        </>
      }
    >
      <Stack>
        <Field label={t`Name`}>
          <Input value={name} maxLength={200} dir="auto" onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label={t`Description`}>
          <Textarea value={description} maxLength={2_000} dir="auto" onChange={({ target }) => setDescription(target.value)} />
        </Field>
        {error && <ErrorState title={t`The automation was not renamed`} error={error} />}
      </Stack>
    </Dialog>
  );
}
