import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, Checkbox, Dialog, ErrorState, Field, Input, Select, Stack } from '../../../kit/index.ts';
import { keys } from '../queries.ts';
import { messageFor } from '../refused.ts';
import { useHandleTypes } from './use-handle-types.ts';

type HandleType = types.Handle['type'];
const FORM_ID = 'add-address';
const examples: Record<HandleType, string> = {
  phone_number: '+49 151 23456789',
  email: 'ada@example.com',
  instagram_id: '17841400000000000',
  whatsapp_user_id: 'DE.1234567890',
  external: 'crm-1042',
};

export function AddHandleDialog({ contact, open, onClose }: { contact: types.Contact; open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const { client } = useSession();
  const queries = useQueryClient();
  const names = useHandleTypes();
  const [type, setType] = useState<HandleType>('phone_number');
  const [value, setValue] = useState('');
  const [isPrimary, setPrimary] = useState(false);
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => client.contacts.addHandle(contact.id, { type, value: value.trim(), isPrimary }),
    onSuccess: (changed) => {
      queries.setQueryData(keys.one(contact.id), changed);
      void queries.invalidateQueries({ queryKey: keys.all });
      close();
    },
  });
  const close = () => {
    setValue('');
    setPrimary(false);
    reset();
    onClose();
  };
  const refusal = messageFor(error, 'value');
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t`Add an address`}
      actions={
        <>
          <Button onClick={close}>{t`Cancel`}</Button>
          <Button look="primary" type="submit" form={FORM_ID} busy={isPending} disabled={value.trim() === ''}>{t`Add`}</Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
      >
        <Stack>
          <Field label={t`Type`}>
            <Select<HandleType>
              value={type}
              options={(Object.keys(names) as HandleType[]).map((one) => ({ value: one, label: names[one] }))}
              onChange={setType}
            />
          </Field>
          <Field label={t`Address`} hint={t`For example ${examples[type]}`} error={refusal}>
            <Input dir="ltr" value={value} maxLength={254} autoComplete="off" onChange={({ target }) => setValue(target.value)} />
          </Field>
          <Checkbox label={t`Primary: used when no other address is chosen`} checked={isPrimary} onChange={setPrimary} />
          {error && !refusal && (
            <ErrorState
              title={t`The address was not added`}
              error={error}
              fix={t`If another contact has it, merge the two contacts.`}
            />
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
