import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { reloadQueries } from '../../../app/query-client.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, confirm, toast, toastError } from '../../../kit/index.ts';
import { keys } from './queries.ts';

type Props = { webhookId: string; deliveries: readonly types.Delivery[]; hasMore: boolean };

/** Sends the failed deliveries of the list again, one request each. */
export function RedeliverFailed({ webhookId, deliveries, hasMore }: Props) {
  const { t } = useLingui();
  const { client } = useSession();
  const count = deliveries.length;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      for (const { id } of deliveries) await client.webhooks.redeliver(webhookId, id);
    },
    onSuccess: () =>
      toast({ text: t`${plural(count, { one: '# delivery is sent again', other: '# deliveries are sent again' })}` }),
    onError: (error) => toastError(t`Not all deliveries are sent again`, error),
    onSettled: () => reloadQueries({ queryKey: keys.all }),
  });
  const ask = async () => {
    const isConfirmed = await confirm({
      title: t`${plural(count, { one: 'Redeliver # failed delivery?', other: 'Redeliver # failed deliveries?' })}`,
      text: hasMore
        ? t`Your server receives these events again, with the same webhook-id. Older failed deliveries are not in the list: show them first, or replay a range.`
        : t`Your server receives these events again, with the same webhook-id.`,
      confirm: t`Redeliver`,
    });
    if (isConfirmed) mutate();
  };
  return (
    <Button icon={<RotateCcw size={16} aria-hidden />} busy={isPending} onClick={() => void ask()}>
      {t`${plural(count, { one: 'Redeliver # failed', other: 'Redeliver # failed' })}`}
    </Button>
  );
}
