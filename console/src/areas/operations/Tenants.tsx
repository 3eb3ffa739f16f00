import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useState } from 'react';
import {
  Badge,
  Button,
  type Column,
  EmptyState,
  ErrorState,
  RelativeTime,
  SearchInput,
  SkeletonRows,
  Table,
} from '../../kit/index.ts';
import { ChangePlanDialog } from './ChangePlanDialog.tsx';
import styles from './Operations.module.css';
import { useTenants } from './queries.ts';

export type Tenant = types.InstallationTenants['tenants'][number];

/** The newest tenants with their plans. What is in a tenant, operators do not see. */
export function Tenants() {
  const { t } = useLingui();
  const { data, error, isPending, refetch } = useTenants();
  const [find, setFind] = useState('');
  const [changed, setChanged] = useState<Tenant | null>(null);
  const columns = useColumns(setChanged);
  if (error)
    return (
      <div className={styles.box}>
        <ErrorState title={t`The tenants could not be loaded`} error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (isPending) return <SkeletonRows count={4} />;
  const wanted = find.trim().toLowerCase();
  const rows = data.tenants.filter(({ id, name, plan }) => [id, name, plan].some((text) => text.toLowerCase().includes(wanted)));
  const [shown, total] = [data.tenants.length, data.total];
  return (
    <>
      <SearchInput
        label={t`Name, plan or id`}
        className={styles.filter}
        value={find}
        onChange={({ target }) => setFind(target.value)}
      />
      {rows.length === 0 && <EmptyState title={t`No tenant matches`} text={t`Look for another name, plan or id.`} />}
      {rows.length > 0 && <Table name={t`Tenants`} columns={columns} rows={rows} rowKey={({ id }) => id} />}
      {shown < total && <p className={styles.note}>{t`These are the newest ${shown} of ${total} tenants.`}</p>}
      {changed && <ChangePlanDialog tenant={changed} onClose={() => setChanged(null)} />}
    </>
  );
}

function useColumns(onChange: (tenant: Tenant) => void): Column<Tenant>[] {
  const { t, i18n } = useLingui();
  return [
    {
      key: 'name',
      head: t`Tenant`,
      noLabel: true,
      cell: ({ id, name }) => (
        <>
          <bdi className={styles.name}>{name}</bdi> <span className={styles.id}>{id}</span>
        </>
      ),
    },
    { key: 'plan', head: t`Plan`, cell: ({ plan }) => <Badge>{plan}</Badge> },
    {
      key: 'rate',
      head: t`Requests per minute`,
      cell: ({ ratePerMinute }) => (ratePerMinute === null ? t`as the plan` : i18n.number(ratePerMinute)),
    },
    { key: 'mode', head: t`Mode`, cell: ({ mode }) => (mode === 'sandbox' ? t`Sandbox` : t`Live`) },
    { key: 'created', head: t`Created`, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      key: 'change',
      head: t`Change`,
      end: true,
      noLabel: true,
      cell: (tenant) => (
        <Button size="small" aria-label={t`Change plan: ${tenant.name}`} onClick={() => onChange(tenant)}>
          {t`Change plan`}
        </Button>
      ),
    },
  ];
}
