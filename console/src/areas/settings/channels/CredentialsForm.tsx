import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useSession } from '../../../app/session/use-session.ts';
import { toast } from '../../../kit/index.ts';
import { EditForm } from '../form/EditForm.tsx';
import { useErrorText } from '../form/error-text.ts';
import { useForm } from '../form/use-form.ts';
import { SetupFieldRow } from './SetupFieldRow.tsx';
import { type ProviderId, settingOf, settingsOf, setups, type Values } from './setup.ts';

type Props = { channel: types.Channel; provider: ProviderId; onChanged: () => Promise<void> };

/** Changes credentials. Secrets are never shown; those that are left empty stay. */
export function CredentialsForm({ channel, provider, onChanged }: Props) {
  const { t } = useLingui();
  const { client } = useSession();
  const errorText = useErrorText();
  const setup = setups[provider];
  const fields = setup.steps.flatMap((step) => step.fields);
  const shown = (name: string) => {
    const value = channel.settings[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const initial: Values = Object.fromEntries(fields.map((field) => [field.name, shown(settingOf(field))]));
  const form = useForm<Values>({
    initial,
    names: fields.map((field) => `settings.${settingOf(field)}`),
    save: async (values) => {
      const changed = fields.filter(({ name }) => (values[name] ?? '') !== (initial[name] ?? ''));
      const emptied = changed.filter(({ name }) => values[name] === '').map((field) => [settingOf(field), null]);
      const given = settingsOf({ ...setup, presets: {}, steps: [{ id: 'access', fields: changed }] }, values);
      await client.channels.update(channel.id, { settings: { ...given, ...Object.fromEntries(emptied) } });
      await onChanged();
      toast({ text: t`The credentials are saved` });
    },
  });
  return (
    <EditForm form={form} verb={t`Save credentials`} busyVerb={t`Saving`} failed={t`The credentials could not be saved`}>
      {fields.map((field) => (
        <SetupFieldRow
          key={field.name}
          field={field}
          value={form.values[field.name] ?? ''}
          error={errorText(form.errors.fields[`settings.${settingOf(field)}`])}
          isStored={channel.isConnected}
          onChange={(value) => form.set(field.name, value)}
        />
      ))}
    </EditForm>
  );
}
