import { useLingui } from '@lingui/react/macro';
import { NotFoundError, type types } from '@patchbay/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../app/session/use-session.ts';
import { confirm, ErrorState, Skeleton, Switch, toast, toastError } from '../../kit/index.ts';
import { IdentityProviderForm } from './IdentityProviderForm.tsx';
import { Section, SectionPage } from './Section.tsx';

/** What the tenant demands of people who sign in. */
export default function SignInPage() {
  const { t } = useLingui();
  const { client, tenant } = useSession();
  const cache = useQueryClient();
  const queryKey = ['settings', tenant.id, 'identity-provider'];
  const {
    data: provider,
    error,
    isPending,
  } = useQuery({
    queryKey,
    queryFn: () =>
      client.signInSettings.getIdentityProvider().catch((caught: unknown) => {
        if (caught instanceof NotFoundError) return null;
        throw caught;
      }),
  });
  const reload = () => cache.invalidateQueries({ queryKey });
  return (
    <SectionPage title={t`Sign-in rules`}>
      <Section
        title={t`Second factor`}
        text={t`Applies to everybody in this tenant, from their next sign-in or at most ten minutes.`}
      >
        <RequireFactor />
      </Section>
      <Section
        title={t`Single sign-on`}
        text={t`Let people sign in with your identity provider (OpenID Connect), such as Entra ID, Google Workspace, Okta or Keycloak.`}
      >
        {error && <ErrorState title={t`The identity provider could not be loaded`} error={error} />}
        {isPending && <Skeleton width={60} />}
        {provider !== undefined && (
          <IdentityProviderForm key={provider?.updatedAt ?? 'new'} provider={provider} onChanged={reload} />
        )}
      </Section>
    </SectionPage>
  );
}

function RequireFactor() {
  const { t } = useLingui();
  const { client, tenant } = useSession();
  const cache = useQueryClient();
  const queryKey = ['settings', tenant.id, 'sign-in'];
  const { data, error } = useQuery({ queryKey, queryFn: () => client.signInSettings.get() });
  if (error) return <ErrorState title={t`The sign-in rules could not be loaded`} error={error} />;
  if (!data) return <Skeleton width={60} />;
  const set = async (settings: types.SignInSettings) => {
    const isConfirmed =
      !settings.requireSecondFactor ||
      (await confirm({
        title: t`Require a second factor?`,
        text: t`Who has none must set one up before they can continue, within ten minutes. This includes you.`,
        confirm: t`Require it`,
      }));
    if (!isConfirmed) return;
    try {
      cache.setQueryData(queryKey, await client.signInSettings.set(settings));
      toast({ text: t`Saved` });
    } catch (caught) {
      toastError(t`The rule could not be changed`, caught);
    }
  };
  return (
    <Switch
      checked={data.requireSecondFactor}
      label={t`Everybody needs a second factor`}
      onChange={(requireSecondFactor) => void set({ requireSecondFactor })}
    />
  );
}
