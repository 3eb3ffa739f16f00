import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Badge, type Column, EmptyState, Notice, Table, useNow } from '../../kit/index.ts';
import styles from './Operations.module.css';
import { useOverview } from './queries.ts';
import { ageOf } from './queue-figures.ts';
import { useAge } from './use-age.ts';

type Kind = types.Installation['queue'][number];

/** Jobs older than this should have run. */
const LATE_SECONDS = 60;

/** How many jobs of each kind there are, and how long the oldest waits. */
export function Queue() {
  const { t, i18n } = useLingui();
  const { data } = useOverview();
  const now = useNow();
  const age = useAge();
  if (!data) return null;
  if (data.queue.length === 0) return <EmptyState title={t`The queue is empty`} text={t`Every job was done.`} />;
  const columns: Column<Kind>[] = [
    { key: 'job', head: t`Kind`, noLabel: true, cell: ({ job }) => <code>{job}</code> },
    { key: 'waiting', head: t`Waiting`, end: true, cell: ({ waiting }) => i18n.number(waiting) },
    {
      key: 'age',
      head: t`Oldest`,
      end: true,
      cell: ({ oldestDueAt }) => {
        if (oldestDueAt === null) return '–';
        const seconds = ageOf(oldestDueAt, now);
        return seconds > LATE_SECONDS ? <Badge tone="warn">{age(seconds)}</Badge> : age(seconds);
      },
    },
    { key: 'scheduled', head: t`For later`, end: true, cell: ({ scheduled }) => i18n.number(scheduled) },
    {
      key: 'failed',
      head: t`Failed`,
      end: true,
      cell: ({ failed }) => (failed > 0 ? <Badge tone="danger">{i18n.number(failed)}</Badge> : '0'),
    },
  ];
  return (
    <>
      {!data.isExact && (
        <div className={styles.box}>
          <Notice tone="warn" title={t`The queue is longer than what was counted`}>
            {t`These numbers are the least that there is.`}
          </Notice>
        </div>
      )}
      <Table name={t`Queue`} columns={columns} rows={data.queue} rowKey={({ job }) => job} />
    </>
  );
}
