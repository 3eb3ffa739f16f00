import { useLingui } from '@lingui/react/macro';
import { PatchbayError, type types } from '@patchbay/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, Dialog, ErrorState, Field, Input, MultiCombobox, Stack } from '../../../kit/index.ts';
import { useAttributes, useLabels } from '../../../people/queries.ts';
import { AttributeInput } from '../page/AttributeInput.tsx';
import { readInput } from '../page/attribute-input.ts';
import { keys } from '../queries.ts';
import { messageFor } from '../refused.ts';

type Form = {
  firstName: string;
  lastName: string;
  phoneNumber: string;
  email: string;
  labelIds: string[];
  values: Record<string, string | string[]>;
};

const empty: Form = { firstName: '', lastName: '', phoneNumber: '', email: '', labelIds: [], values: {} };

const FORM_ID = 'create-contact';

export function CreateContactDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const { client } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const labels = useLabels() ?? [];
  const attributes = (useAttributes() ?? []).filter((one) => one.isVisibleContactCreate);
  const [form, setForm] = useState(empty);
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => client.contacts.create(toBody(form, attributes)),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: keys.all });
      close();
      void navigate({ to: '/contacts/$contactId', params: { contactId: id } });
    },
  });
  const close = () => {
    setForm(empty);
    reset();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  const text = (name: 'firstName' | 'lastName' | 'phoneNumber' | 'email') => ({
    value: form[name],
    onChange: ({ target }: { target: { value: string } }) => setForm({ ...form, [name]: target.value }),
  });
  const isOfField = error instanceof PatchbayError && ['phoneNumber', 'email'].some((name) => messageFor(error, name));
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t`New contact`}
      actions={
        <>
          <Button onClick={close}>{t`Cancel`}</Button>
          <Button look="primary" type="submit" form={FORM_ID} busy={isPending}>
            {isPending ? t`Creating` : t`Create contact`}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} onSubmit={submit} noValidate>
        <Stack>
          <Field label={t`First name`}>
            <Input {...text('firstName')} autoComplete="off" dir="auto" />
          </Field>
          <Field label={t`Last name`}>
            <Input {...text('lastName')} autoComplete="off" dir="auto" />
          </Field>
          <Field
            label={t({ message: 'Phone', context: 'phone number' })}
            hint={t`With the country code, for example +49 151 23456789.`}
            error={messageFor(error, 'phoneNumber')}
          >
            <Input {...text('phoneNumber')} type="tel" dir="ltr" autoComplete="off" />
          </Field>
          <Field label={t`Email`} error={messageFor(error, 'email')}>
            <Input {...text('email')} type="email" dir="ltr" autoComplete="off" />
          </Field>
          <Field label={t`Labels`}>
            <MultiCombobox
              options={labels.map(({ id, name }) => ({ value: id, label: name }))}
              values={form.labelIds}
              onChange={(labelIds) => setForm({ ...form, labelIds })}
              placeholder={t`Choose one or more`}
            />
          </Field>
          {attributes.map((attribute) => (
            <Field key={attribute.id} label={attribute.name}>
              <AttributeInput
                attribute={attribute}
                value={form.values[attribute.id] ?? ''}
                onChange={(value) => setForm({ ...form, values: { ...form.values, [attribute.id]: value } })}
              />
            </Field>
          ))}
          {error && !isOfField && <ErrorState title={t`The contact was not created`} error={error} />}
        </Stack>
      </form>
    </Dialog>
  );
}

function toBody(form: Form, attributes: readonly types.Attribute[]): types.CreateContactBody {
  const values = attributes.flatMap(({ id, type }) => {
    const read = readInput(type, form.values[id] ?? '');
    return 'fault' in read || read.value === null ? [] : [{ id, value: read.value }];
  });
  return {
    firstName: form.firstName.trim() || null,
    lastName: form.lastName.trim() || null,
    ...(form.phoneNumber.trim() && { phoneNumber: form.phoneNumber.trim() }),
    ...(form.email.trim() && { email: form.email.trim() }),
    labels: form.labelIds.map((id) => ({ id })),
    attributes: values,
  };
}
