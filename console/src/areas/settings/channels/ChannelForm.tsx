import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useSession } from '../../../app/session/use-session.ts';
import { toast } from '../../../kit/index.ts';
import { EditForm } from '../form/EditForm.tsx';
import { FormField } from '../form/FormField.tsx';
import type { FieldRow } from '../form/fields.ts';
import { useForm } from '../form/use-form.ts';

type Values = Pick<types.Channel, 'name' | 'defaultTeamId' | 'ratePerSecond' | 'sendGuarantee'>;

const fields: readonly FieldRow<Values>[] = [
  { name: 'name', label: msg`Name`, kind: 'text', maxLength: 100 },
  {
    name: 'defaultTeamId',
    label: msg`Team`,
    hint: msg`Gets a chat that nobody has when its contact writes.`,
    kind: 'one',
    source: 'teams',
    none: msg`No team`,
  },
  {
    name: 'ratePerSecond',
    label: msg`Messages per second`,
    hint: msg`At most. Empty: what the provider allows by default.`,
    kind: 'number',
    min: 1,
    max: 10_000,
    isOptional: true,
  },
  {
    name: 'sendGuarantee',
    label: msg`If the answer of the provider is lost`,
    kind: 'select',
    options: [
      { value: 'at_most_once', label: msg`Do not send again; show “unknown”` },
      { value: 'at_least_once', label: msg`Send again; it may arrive twice` },
      { value: 'idempotent', label: msg`Send again under the same key` },
    ],
  },
];

/** The settings of a channel that do not depend on its provider. */
export function ChannelForm({
  channel,
  onChanged,
  readOnly,
}: {
  channel: types.Channel;
  onChanged: () => Promise<void>;
  readOnly: boolean;
}) {
  const { t } = useLingui();
  const { client } = useSession();
  const { name, defaultTeamId, ratePerSecond, sendGuarantee } = channel;
  const form = useForm<Values>({
    initial: { name, defaultTeamId, ratePerSecond, sendGuarantee },
    names: fields.map((field) => field.name),
    save: async (values) => {
      await client.channels.update(channel.id, values);
      await onChanged();
      toast({ text: t`Saved` });
    },
  });
  return (
    <EditForm form={form} verb={t`Save`} busyVerb={t`Saving`} failed={t`The channel could not be saved`} readOnly={readOnly}>
      {fields.map((row) => (
        <FormField key={row.name} row={row} form={form} isNew={false} disabled={readOnly} />
      ))}
    </EditForm>
  );
}
