import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMemo } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { type Column, EmptyState, RelativeTime, Segments, Select } from '../../../kit/index.ts';
import { eventTypes } from '../event-names.ts';
import log from '../LogList.module.css';
import { LogList, RowName } from '../LogList.tsx';
import { useAddress } from '../use-address.ts';
import { useFormats } from '../use-formats.ts';
import { Answer, DeliveryBadge, Tries } from './DeliveryMarks.tsx';
import { useDeliveries, useDeliveryChanges, useWaiting } from './queries.ts';
import { RedeliverFailed } from './RedeliverFailed.tsx';

const HOURS = { day: 24, week: 168 } as const;
type Range = keyof typeof HOURS | 'all';

/** Every delivery of a webhook, the newest first, with filters. */
export function DeliveryLog({ webhook }: { webhook: types.Webhook }) {
  const { t } = useLingui();
  const { can } = useSession();
  const [{ result: status, event: type, range = 'all', show }, change] = useAddress();
  const since = useSince(range as Range);
  const found = useDeliveries(webhook.id, { status, type, since });
  const rows = found.data?.pages.flatMap(({ data }) => data) ?? [];
  useDeliveryChanges(webhook.id);
  useWaiting(webhook.status === 'active' ? rows : [], webhook.id);
  const types = [...new Set([...webhook.events.flatMap((event) => event.type ?? eventTypes), 'webhook.test'])];
  return (
    <section aria-label={t`Deliveries`}>
      <div className={log.filters}>
        <Segments
          name={t`Status`}
          value={status ?? 'all'}
          onChange={(next) => change({ result: next === 'all' ? undefined : next, show: undefined })}
          options={[
            { value: 'all', label: t`All` },
            { value: 'pending', label: t`Waiting` },
            { value: 'failed', label: t`Failed` },
            { value: 'succeeded', label: t`Delivered` },
          ]}
        />
        <div className={log.select}>
          <Select
            name={t`Event type`}
            value={type ?? 'all'}
            onChange={(next) => change({ event: next === 'all' ? undefined : next, show: undefined })}
            options={[{ value: 'all', label: t`All event types` }, ...types.map((one) => ({ value: one, label: one }))]}
          />
        </div>
        <div className={log.select}>
          <Select
            name={t`Time range`}
            value={range}
            onChange={(next) => change({ range: next === 'all' ? undefined : next, show: undefined })}
            options={[
              { value: 'all', label: t`Any time` },
              { value: 'day', label: t`Last 24 hours` },
              { value: 'week', label: t`Last 7 days` },
            ]}
          />
        </div>
        {status === 'failed' && rows.length > 0 && can('webhooks.write') && (
          <RedeliverFailed webhookId={webhook.id} deliveries={rows} hasMore={found.hasNextPage} />
        )}
      </div>
      <LogList
        name={t`Deliveries`}
        found={found}
        columns={useColumns((id) => change({ show: id }))}
        rowKey={({ id }) => id}
        open={show}
        onOpen={({ id }) => change({ show: id })}
        failed={t`Deliveries could not be loaded`}
        empty={
          status || type || range !== 'all' ? (
            <EmptyState title={t`No deliveries match`} text={t`Choose another status, event type or time.`} />
          ) : (
            <EmptyState title={t`Nothing was sent yet`} text={t`Send a test event to see whether your server accepts it.`} />
          )
        }
      />
    </section>
  );
}

/** The beginning of the range, fixed while it is shown: a key of the cache must not change with the clock. */
function useSince(range: Range): string | null {
  return useMemo(() => {
    const hours = range === 'all' ? undefined : HOURS[range];
    return hours === undefined ? null : new Date(Date.now() - hours * 3_600_000).toISOString();
  }, [range]);
}

function useColumns(onOpen: (id: string) => void): Column<types.Delivery>[] {
  const { t } = useLingui();
  const { duration } = useFormats();
  return [
    {
      key: 'event',
      head: t`Event`,
      noLabel: true,
      cell: ({ id, eventType }) => <RowName onOpen={() => onOpen(id)}>{eventType}</RowName>,
    },
    { key: 'time', head: t`Time`, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { key: 'status', head: t`Status`, cell: (delivery) => <DeliveryBadge delivery={delivery} /> },
    { key: 'tries', head: t`Attempts`, cell: (delivery) => <Tries delivery={delivery} /> },
    { key: 'answer', head: t`Answer`, cell: ({ lastAttempt }) => <Answer result={lastAttempt} /> },
    {
      key: 'took',
      head: t`Took`,
      end: true,
      cell: ({ status, nextTryAt, lastAttempt }) =>
        status === 'pending' && nextTryAt && lastAttempt ? (
          <span>
            {t`next`} <RelativeTime at={nextTryAt} relative />
          </span>
        ) : (
          lastAttempt && duration(lastAttempt.durationMs)
        ),
    },
  ];
}
