import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { reloadQueries } from '../../../app/query-client.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, confirm, ErrorState, Notice, toast, toastError } from '../../../kit/index.ts';
import { eventsOf } from './CreateWebhookDialog.tsx';
import { keys } from './queries.ts';
import { isAtField, WebhookFields } from './WebhookFields.tsx';
import styles from './Webhooks.module.css';

/** Address, events and order; pause and delete. Scopes to channels, which only the API can set, are kept. */
export function WebhookSettings({ webhook }: { webhook: types.Webhook }) {
  const { t } = useLingui();
  const { client, can } = useSession();
  const canWrite = can('webhooks.write');
  const hasScopes = webhook.events.some(({ scopes }) => scopes.length > 0);
  const given = webhook.events.flatMap(({ type }) => type ?? []);
  const [form, setForm] = useState({ url: webhook.url, types: given, isOrdered: webhook.isOrdered });
  const hasNewTypes = form.types.join() !== given.join();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      client.webhooks.update(webhook.id, {
        url: form.url.trim(),
        isOrdered: form.isOrdered,
        ...(hasNewTypes && { events: eventsOf(form.types) }),
      }),
    onSuccess: () => {
      toast({ text: t`Saved` });
      return reloadQueries({ queryKey: keys.all });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form className={styles.settings} onSubmit={submit} noValidate>
      {hasScopes && (
        <Notice title={t`Limited to channels`}>
          {t`Some events of this webhook are limited to channels through the API. A change of the events here removes these limits.`}
        </Notice>
      )}
      <WebhookFields form={form} onChange={setForm} error={error} disabled={!canWrite} />
      {error && !isAtField(error) && <ErrorState title={t`The webhook was not saved`} error={error} />}
      {canWrite && (
        <div className={styles.formEnd}>
          <Button look="primary" type="submit" busy={isPending}>
            {isPending ? t`Saving` : t`Save`}
          </Button>
          <PauseButton webhook={webhook} />
          <DeleteButton webhook={webhook} />
        </div>
      )}
    </form>
  );
}

function PauseButton({ webhook: { id, status } }: { webhook: types.Webhook }) {
  const { t } = useLingui();
  const { client } = useSession();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.webhooks.update(id, { status: status === 'active' ? 'paused' : 'active' }),
    onSuccess: () => reloadQueries({ queryKey: keys.all }),
    onError: (error) => toastError(t`The webhook was not changed`, error),
  });
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      {status === 'active' ? t`Pause` : t`Resume`}
    </Button>
  );
}

function DeleteButton({ webhook }: { webhook: types.Webhook }) {
  const { t } = useLingui();
  const { client } = useSession();
  const navigate = useNavigate();
  const ask = async () => {
    const isConfirmed = await confirm({
      title: t`Delete this webhook?`,
      text: t`Deliveries that wait are dropped, and its log can no longer be read. This cannot be undone.`,
      confirm: t`Delete webhook`,
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      await client.webhooks.delete(webhook.id);
      await navigate({ to: '/developers/$page', params: { page: 'webhooks' } });
      await reloadQueries({ queryKey: keys.list });
      toast({ text: t`The webhook was deleted` });
    } catch (error) {
      toastError(t`The webhook was not deleted`, error);
    }
  };
  return (
    <Button look="dangerQuiet" data-at="end" onClick={() => void ask()}>
      {t`Delete webhook`}
    </Button>
  );
}
