import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useSession } from '../../app/session/use-session.ts';
import { Button, CopyValue, confirm, Field, Input, Select, toast, toastError } from '../../kit/index.ts';
import { EditForm } from './form/EditForm.tsx';
import { useErrorText } from './form/error-text.ts';
import { useForm } from './form/use-form.ts';

type Props = { provider: types.IdentityProvider | null; onChanged: () => Promise<void> };
type CreateUsers = 'nobody' | 'member' | 'manager';

/** Connects, changes or removes the OpenID Connect provider of the tenant. */
export function IdentityProviderForm({ provider, onChanged }: Props) {
  const { t } = useLingui();
  const { client } = useSession();
  const errorText = useErrorText();
  const form = useForm({
    initial: {
      issuer: provider?.issuer ?? '',
      clientId: provider?.clientId ?? '',
      clientSecret: '',
      allowedEmailDomains: provider?.allowedEmailDomains.join(', ') ?? '',
      createUsers: (provider?.createUsers?.role ?? 'nobody') as CreateUsers,
    },
    names: ['issuer', 'clientId', 'clientSecret', 'allowedEmailDomains', 'createUsers'],
    save: async ({ clientSecret, allowedEmailDomains, createUsers, ...values }) => {
      await client.signInSettings.setIdentityProvider({
        ...values,
        ...(clientSecret && { clientSecret }),
        allowedEmailDomains: allowedEmailDomains.split(/[\s,;]+/).filter(Boolean),
        createUsers: createUsers === 'nobody' ? null : { role: createUsers },
      });
      await onChanged();
      toast({ text: t`Saved` });
    },
  });
  const error = (name: string) => errorText(form.errors.fields[name]);
  const text = (name: 'issuer' | 'clientId' | 'clientSecret' | 'allowedEmailDomains') => ({
    value: form.values[name],
    dir: 'ltr' as const,
    onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
  });
  const remove = async () => {
    const isConfirmed = await confirm({
      title: t`Remove single sign-on?`,
      text: t`People sign in with a password or a passkey again. Who has neither asks for a new password by mail.`,
      confirm: t`Remove`,
      danger: true,
    });
    if (!isConfirmed) return;
    await client.signInSettings
      .deleteIdentityProvider()
      .then(onChanged, (caught: unknown) => toastError(t`Single sign-on could not be removed`, caught));
  };

  return (
    <>
      {provider && <CopyValue label={t`Redirect URI to register at the provider`} value={provider.redirectUri} />}
      {provider && <CopyValue label={t`Address that starts a sign-in`} value={provider.startUrl} />}
      <EditForm
        form={form}
        verb={provider ? t`Save` : t`Connect`}
        busyVerb={t`Checking`}
        failed={t`The identity provider could not be saved`}
        actions={
          provider && (
            <Button look="dangerQuiet" data-at="start" onClick={() => void remove()}>
              {t`Remove`}
            </Button>
          )
        }
      >
        <Field
          label={t`Issuer`}
          name="issuer"
          hint={t`The address before /.well-known/openid-configuration.`}
          error={error('issuer')}
        >
          <Input {...text('issuer')} type="url" placeholder="https://login.example.com" />
        </Field>
        <Field label={t`Client ID`} name="clientId" error={error('clientId')}>
          <Input {...text('clientId')} />
        </Field>
        <Field
          label={t`Client secret`}
          name="clientSecret"
          hint={provider ? t`Leave it empty to keep the current one.` : undefined}
          error={error('clientSecret')}
        >
          <Input {...text('clientSecret')} type="password" autoComplete="off" />
        </Field>
        <Field
          label={t`Email domains`}
          name="allowedEmailDomains"
          hint={t`Only addresses of these domains may sign in, separated by commas. Empty: all; at least one if new people become users.`}
          error={error('allowedEmailDomains')}
        >
          <Input {...text('allowedEmailDomains')} placeholder="example.com" />
        </Field>
        <Field label={t`People who are no users yet`} name="createUsers" error={error('createUsers')}>
          <Select<CreateUsers>
            value={form.values.createUsers}
            options={[
              { value: 'nobody', label: t`are refused` },
              { value: 'member', label: t`become members` },
              { value: 'manager', label: t`become managers` },
            ]}
            onChange={(value) => form.set('createUsers', value)}
          />
        </Field>
      </EditForm>
    </>
  );
}
