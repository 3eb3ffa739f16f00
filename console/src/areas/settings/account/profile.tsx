import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshMe } from '../../../app/session/session.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { Field, Input, Segments, Skeleton, toast, toastError } from '../../../kit/index.ts';
import { EditForm } from '../form/EditForm.tsx';
import { useErrorText } from '../form/error-text.ts';
import { useForm } from '../form/use-form.ts';
import { Section, SectionPage } from '../Section.tsx';

export default function ProfilePage() {
  const { t } = useLingui();
  const { me } = useSession();
  return (
    <SectionPage title={t`Profile`}>
      <Section title={t`Name`} text={t`Colleagues see it at chats and notes.`}>
        <NameForm key={me.user.name} />
      </Section>
      <Section
        title={t`Availability`}
        text={t`While you are away you get no chats automatically. Chats that you have stay yours.`}
      >
        <Availability />
      </Section>
    </SectionPage>
  );
}

function NameForm() {
  const { t } = useLingui();
  const { client, me } = useSession();
  const errorText = useErrorText();
  const form = useForm({
    initial: { name: me.user.name },
    names: ['name'],
    save: async ({ name }) => {
      await client.me.update({ name });
      await refreshMe();
      toast({ text: t`Saved` });
    },
  });
  return (
    <EditForm form={form} verb={t`Save`} busyVerb={t`Saving`} failed={t`The name could not be saved`}>
      <Field label={t`Name`} name="name" error={errorText(form.errors.fields.name)}>
        <Input
          value={form.values.name}
          dir="auto"
          autoComplete="name"
          maxLength={100}
          onChange={(event) => form.set('name', event.target.value)}
        />
      </Field>
      <Field label={t`Email`} hint={t`You sign in with it. An administrator can change it.`}>
        <Input value={me.user.email} dir="ltr" disabled readOnly />
      </Field>
    </EditForm>
  );
}

function Availability() {
  const { t } = useLingui();
  const { client, tenant } = useSession();
  const cache = useQueryClient();
  const queryKey = ['availability', tenant.id];
  const { data } = useQuery({ queryKey, queryFn: () => client.users.getMyAvailability() });
  if (!data) return <Skeleton width={40} />;
  const choose = async (availability: 'available' | 'away') => {
    cache.setQueryData(queryKey, { ...data, availability });
    await client.users.setMyAvailability({ availability }).catch((error: unknown) => {
      cache.setQueryData(queryKey, data);
      toastError(t`The availability could not be changed`, error);
    });
  };
  return (
    <div>
      <Segments
        name={t`Availability`}
        value={data.availability}
        options={[
          { value: 'available', label: t`Available` },
          { value: 'away', label: t`Away` },
        ]}
        onChange={(value) => void choose(value)}
      />
    </div>
  );
}
