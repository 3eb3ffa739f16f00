import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { reloadQueries } from '../../../app/query-client.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, CopyValue, Dialog, ErrorState, Notice, Stack } from '../../../kit/index.ts';
import type { WebhookEventType } from '../event-names.ts';
import { keys } from './queries.ts';
import { isAtField, WebhookFields, type WebhookForm } from './WebhookFields.tsx';

const FORM_ID = 'create-webhook';
const empty: WebhookForm = { url: '', types: [], isOrdered: false };

/** Creates a webhook, then shows its signing secret once. */
export function CreateWebhookDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const { client } = useSession();
  const navigate = useNavigate();
  const [form, setForm] = useState(empty);
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: () => client.webhooks.create({ url: form.url.trim(), events: eventsOf(form.types), isOrdered: form.isOrdered }),
    onSuccess: () => reloadQueries({ queryKey: keys.list }),
  });
  const close = () => {
    setForm(empty);
    reset();
    onClose();
  };
  const done = () => {
    if (data) void navigate({ to: '/developers/$page/$item', params: { page: 'webhooks', item: data.id } });
    close();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  if (data)
    return (
      <Dialog
        open={open}
        onClose={done}
        title={t`The webhook was added`}
        actions={
          <Button look="primary" onClick={done}>
            {t`Open the webhook`}
          </Button>
        }
      >
        <ShownSecret secret={data.secret} />
      </Dialog>
    );
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t`Add webhook`}
      actions={
        <>
          <Button onClick={close}>{t`Cancel`}</Button>
          <Button look="primary" type="submit" form={FORM_ID} busy={isPending}>
            {isPending ? t`Adding` : t`Add webhook`}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} onSubmit={submit} noValidate>
        <Stack>
          <WebhookFields form={form} onChange={setForm} error={error} />
          {error && !isAtField(error) && <ErrorState title={t`The webhook was not added`} error={error} />}
        </Stack>
      </form>
    </Dialog>
  );
}

/** The secret is only in this answer. */
export function ShownSecret({ secret }: { secret: string }) {
  const { t } = useLingui();
  return (
    <>
      <Notice tone="warn" title={t`Copy the signing secret now`}>
        {t`It is shown only here. Your server needs it to verify that requests come from Patchbay.`}
      </Notice>
      <CopyValue label={t`Signing secret`} value={secret} />
    </>
  );
}

/** No types means all events. */
export const eventsOf = (chosen: readonly string[]): types.CreateWebhookBody['events'] =>
  chosen.length === 0 ? [{ type: null }] : chosen.map((type) => ({ type: type as WebhookEventType }));
