import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { type Column, EmptyState, ErrorState, RelativeTime, SkeletonRows, Table } from '../../kit/index.ts';
import styles from './Operations.module.css';
import { useFailedChannels } from './queries.ts';

/** Channels that a provider or a credential stops, of all tenants. */
export function FailedChannels() {
  const { t } = useLingui();
  const { data, error, isPending, refetch } = useFailedChannels();
  if (error)
    return (
      <div className={styles.box}>
        <ErrorState title={t`The channels could not be loaded`} error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (isPending) return <SkeletonRows count={3} />;
  if (data.length === 0) return <EmptyState title={t`No channel is in error`} text={t`Every channel can send and receive.`} />;
  const columns: Column<types.FailedChannel>[] = [
    { key: 'tenant', head: t`Tenant`, noLabel: true, cell: ({ tenantName }) => <bdi className={styles.name}>{tenantName}</bdi> },
    { key: 'type', head: t`Channel`, cell: ({ type }) => <code>{type}</code> },
    { key: 'reason', head: t`Reason`, cell: ({ reason }) => <span className={styles.error}>{reason}</span> },
    { key: 'since', head: t`Since`, cell: ({ since }) => <RelativeTime at={since} /> },
    { key: 'id', head: t`Id`, cell: ({ id }) => <span className={styles.id}>{id}</span> },
  ];
  return <Table name={t`Channels in error`} columns={columns} rows={data} rowKey={({ id }) => id} />;
}
