import { Plural, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/use-session.ts';
import { ErrorState, Notice, Skeleton, Table } from '../../../kit/index.ts';
import styles from './Create.module.css';

const SHOWN = 20;

/** How much of the file was read, and the lines that cannot be used. */
export function ImportCheck({
  campaign,
  imported,
}: {
  campaign: types.Campaign;
  imported: types.CampaignImport | null | undefined;
}) {
  const { t } = useLingui();
  if (!imported) return <Skeleton width={60} />;
  if (imported.status === 'failed')
    return (
      <Notice tone="danger" title={t`The file could not be read`}>
        {imported.reason}
      </Notice>
    );
  return (
    <div role="status">
      <p className={styles.reach}>
        <Plural value={imported.accepted} one="# line can be used" other="# lines can be used" />
        {imported.status === 'reading' && <span className={styles.muted}> {t`and the file is still being read`}</span>}
      </p>
      {imported.refused > 0 && <Refused campaignId={campaign.id} count={imported.refused} />}
    </div>
  );
}

function Refused({ campaignId, count }: { campaignId: string; count: number }) {
  const { t } = useLingui();
  const { client } = useSession();
  const { data, error } = useQuery({
    queryKey: ['campaigns', 'one', campaignId, 'refused', count],
    queryFn: ({ signal }) =>
      client.campaigns.searchRefusedLines(campaignId, { pagination: { limit: SHOWN }, sortBy: 'asc(line)' }, { signal }),
  });
  if (error) return <ErrorState title={t`Refused lines could not be loaded`} error={error} />;
  return (
    <>
      <p>
        <Plural value={count} one="# line is refused" other="# lines are refused" />
      </p>
      <Table
        name={t`Refused lines`}
        tight
        rows={data?.data ?? []}
        rowKey={({ id }) => id}
        columns={[
          { key: 'line', head: t`Line`, cell: ({ line }) => line },
          { key: 'reason', head: t`Reason`, cell: ({ reason }) => reason },
          { key: 'text', head: t`Text`, cell: ({ text }) => <code dir="auto">{text}</code> },
        ]}
      />
    </>
  );
}
