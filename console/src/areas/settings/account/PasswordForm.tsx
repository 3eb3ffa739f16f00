import { useLingui } from '@lingui/react/macro';
import { refreshMe } from '../../../app/session/session.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { Field, fullTime, Input, toast } from '../../../kit/index.ts';
import cells from '../cells.module.css';
import { EditForm } from '../form/EditForm.tsx';
import { useErrorText } from '../form/error-text.ts';
import { useForm } from '../form/use-form.ts';

const SHORTEST = 12;

export function PasswordForm({ hasPassword, changedAt }: { hasPassword: boolean; changedAt: string | null }) {
  const { t, i18n } = useLingui();
  const { client } = useSession();
  const errorText = useErrorText();
  const form = useForm({
    initial: { currentPassword: '', password: '' },
    names: ['currentPassword', 'password'],
    save: async ({ currentPassword, password }) => {
      await client.me.update({ password, ...(hasPassword && { currentPassword }) });
      await refreshMe(); // the new time of the change empties the form
      toast({ text: t`The password is changed. Your other sessions have ended.` });
    },
  });
  const at = changedAt && fullTime(new Date(changedAt), i18n.locale);
  return (
    <EditForm
      form={form}
      verb={hasPassword ? t`Change password` : t`Set password`}
      busyVerb={t`Saving`}
      failed={t`The password could not be changed`}
    >
      {at && <p className={cells.text}>{t`Last changed ${at}.`}</p>}
      {hasPassword && (
        <Field label={t`Current password`} name="currentPassword" error={errorText(form.errors.fields.currentPassword)}>
          <Input
            type="password"
            autoComplete="current-password"
            dir="ltr"
            value={form.values.currentPassword}
            onChange={(event) => form.set('currentPassword', event.target.value)}
          />
        </Field>
      )}
      <Field
        label={t`New password`}
        name="password"
        hint={t`At least ${SHORTEST} characters. Several words are easier to remember than signs.`}
        error={errorText(form.errors.fields.password)}
      >
        <Input
          type="password"
          autoComplete="new-password"
          dir="ltr"
          value={form.values.password}
          onChange={(event) => form.set('password', event.target.value)}
        />
      </Field>
    </EditForm>
  );
}
