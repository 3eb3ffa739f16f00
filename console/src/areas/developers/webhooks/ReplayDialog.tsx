import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, Dialog, ErrorState, Field, Input, Stack, toast } from '../../../kit/index.ts';
import { errorAt } from './WebhookFields.tsx';

type Props = { webhook: types.Webhook; open: boolean; onClose: () => void };

const FORM_ID = 'replay-webhook';

/** Sends the events of a time range again, in the background. */
export function ReplayDialog({ webhook, open, onClose }: Props) {
  const { t } = useLingui();
  const { client } = useSession();
  const [range, setRange] = useState({ from: '', until: '' });
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () =>
      client.webhooks.replay(webhook.id, {
        from: new Date(range.from).toISOString(),
        ...(range.until && { until: new Date(range.until).toISOString() }),
      }),
    onSuccess: () => {
      toast({ text: t`The events of this time are sent again` });
      close();
    },
  });
  const close = () => {
    setRange({ from: '', until: '' });
    reset();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (range.from) mutate();
  };
  const field = (name: 'from' | 'until') => ({
    type: 'datetime-local',
    value: range[name],
    onChange: ({ target }: { target: { value: string } }) => setRange({ ...range, [name]: target.value }),
  });
  const atField = errorAt(error, 'from') ?? errorAt(error, 'until');
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t`Replay a range`}
      text={t`Every event of this time that the webhook subscribes to is sent again, with its own webhook-id. Your server should ignore ids that it knows.`}
      actions={
        <>
          <Button onClick={close}>{t`Cancel`}</Button>
          <Button look="primary" type="submit" form={FORM_ID} busy={isPending} disabled={!range.from}>
            {isPending ? t`Starting` : t`Replay`}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} onSubmit={submit} noValidate>
        <Stack>
          <Field label={t`From`} hint={t`At most 14 days ago.`} error={errorAt(error, 'from')}>
            <Input {...field('from')} />
          </Field>
          <Field label={t`Until`} hint={t`Empty: until now.`} error={errorAt(error, 'until')}>
            <Input {...field('until')} />
          </Field>
          {error && !atField && <ErrorState title={t`The replay was not started`} error={error} />}
        </Stack>
      </form>
    </Dialog>
  );
}
