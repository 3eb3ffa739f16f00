import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation } from '@tanstack/react-query';
import { reloadQueries } from '../../app/query-client.ts';
import { accountClient } from '../../app/session/session.ts';
import {
  Badge,
  Button,
  type Column,
  EmptyState,
  ErrorState,
  RelativeTime,
  SkeletonRows,
  Table,
  toast,
  toastError,
} from '../../kit/index.ts';
import styles from './Operations.module.css';
import { keys, useFailedJobs } from './queries.ts';

/** Jobs that failed for good, and those that are retried. */
export function FailedJobs() {
  const { t, i18n } = useLingui();
  const { data, error, isPending, refetch } = useFailedJobs();
  if (error)
    return (
      <div className={styles.box}>
        <ErrorState title={t`Failed jobs could not be loaded`} error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (isPending) return <SkeletonRows count={3} />;
  if (data.length === 0) return <EmptyState title={t`No job fails`} text={t`A job that fails again and again appears here.`} />;
  const columns: Column<types.FailedJob>[] = [
    { key: 'job', head: t`Kind`, noLabel: true, cell: ({ job }) => <code>{job}</code> },
    {
      key: 'state',
      head: t`State`,
      cell: ({ state }) =>
        state === 'failed' ? <Badge tone="danger">{t`Failed`}</Badge> : <Badge tone="warn">{t`Retrying`}</Badge>,
    },
    { key: 'failures', head: t`Failures`, end: true, cell: ({ failures }) => i18n.number(failures) },
    { key: 'error', head: t`Latest error`, cell: ({ lastError }) => <span className={styles.error}>{lastError}</span> },
    { key: 'tenant', head: t`Tenant`, cell: ({ tenantId }) => <span className={styles.id}>{tenantId}</span> },
    { key: 'since', head: t`Since`, cell: ({ failingSince }) => failingSince && <RelativeTime at={failingSince} /> },
    {
      key: 'retry',
      head: t`Retry`,
      end: true,
      noLabel: true,
      cell: (job) => job.state === 'failed' && <RetryButton job={job} />,
    },
  ];
  return <Table name={t`Failed jobs`} columns={columns} rows={data} rowKey={({ id }) => id} />;
}

function RetryButton({ job: { id, job } }: { job: types.FailedJob }) {
  const { t } = useLingui();
  const { mutate, isPending } = useMutation({
    mutationFn: () => accountClient.installation.retryFailedJob(id),
    onSuccess: () => toast({ text: t`The job is due now` }),
    onError: (error) => toastError(t`The job was not retried`, error),
    onSettled: () => reloadQueries({ queryKey: keys.all }),
  });
  return (
    <Button size="small" aria-label={t`Retry ${job}`} busy={isPending} onClick={() => mutate()}>
      {t`Retry`}
    </Button>
  );
}
