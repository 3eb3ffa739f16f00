import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { reloadQueries } from '../../../app/query-client.ts';
import { useSession } from '../../../app/session/use-session.ts';
import {
  Button,
  DetailPanel,
  EmptyState,
  ErrorState,
  Facts,
  RelativeTime,
  SkeletonRows,
  toast,
  toastError,
} from '../../../kit/index.ts';
import log from '../LogList.module.css';
import { useFormats } from '../use-formats.ts';
import { AttemptDetail } from './AttemptDetail.tsx';
import { Answer, DeliveryBadge } from './DeliveryMarks.tsx';
import { keys, useDelivery } from './queries.ts';
import styles from './Webhooks.module.css';

/** A delivery with its attempts: what was sent, and what the server answered. */
export function DeliveryPanel({ webhook, id, onClose }: { webhook: types.Webhook; id: string; onClose: () => void }) {
  const { t } = useLingui();
  const { can } = useSession();
  const { clock } = useFormats();
  const { data: delivery, error, refetch } = useDelivery(webhook.id, id);
  return (
    <DetailPanel
      title={delivery?.eventType ?? t`Delivery`}
      meta={delivery && <DeliveryBadge delivery={delivery} />}
      actions={delivery && can('webhooks.write') && <RedeliverButton webhookId={webhook.id} id={delivery.id} />}
      onClose={onClose}
    >
      {error && <ErrorState title={t`The delivery could not be loaded`} error={error} onRetry={() => void refetch()} />}
      {!delivery && !error && <SkeletonRows count={3} />}
      {delivery && (
        <>
          <Facts
            rows={[
              [t`Event`, <code key="event">{delivery.eventId}</code>],
              [t`Created`, clock(delivery.createdAt)],
              [t`Next attempt`, delivery.nextTryAt && <RelativeTime key="next" at={delivery.nextTryAt} relative />],
            ]}
          />
          <Attempts webhook={webhook} delivery={delivery} />
        </>
      )}
    </DetailPanel>
  );
}

function Attempts({ webhook, delivery }: { webhook: types.Webhook; delivery: types.GetDeliveryResult }) {
  const { t } = useLingui();
  const { clock, duration } = useFormats();
  const { attempts } = delivery;
  const [chosen, setChosen] = useState<number | null>(null);
  const index = chosen ?? attempts.length - 1;
  const attempt = attempts[index];
  if (!attempt)
    return webhook.status === 'active' ? (
      <EmptyState title={t`No attempt yet`} text={t`The first one is made within seconds.`} />
    ) : (
      <EmptyState title={t`No attempt yet`} text={t`The webhook does not run. Resume it to deliver the event.`} />
    );
  return (
    <>
      <section className={log.section} aria-label={t`Attempts`}>
        <h3>{t`Attempts`}</h3>
        <ol className={styles.attempts}>
          {attempts.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only added at the end; their numbers begin again with a redelivery
            <li key={at}>
              <button type="button" className={styles.attempt} aria-pressed={at === index} onClick={() => setChosen(at)}>
                <span>{one.number}</span>
                <Answer result={one} />
                <span className={styles.attemptText}>{duration(one.durationMs)}</span>
                <span>{clock(one.startedAt)}</span>
              </button>
            </li>
          ))}
        </ol>
      </section>
      <AttemptDetail webhook={webhook} delivery={delivery} attempt={attempt} />
    </>
  );
}

function RedeliverButton({ webhookId, id }: { webhookId: string; id: string }) {
  const { t } = useLingui();
  const { client } = useSession();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.webhooks.redeliver(webhookId, id),
    onSuccess: () => toast({ text: t`The event is sent again` }),
    onError: (error) => toastError(t`The event was not sent again`, error),
    onSettled: () => reloadQueries({ queryKey: keys.all }),
  });
  return (
    <Button size="small" icon={<RotateCcw size={14} aria-hidden />} busy={isPending} onClick={() => mutate()}>
      {t`Redeliver`}
    </Button>
  );
}
