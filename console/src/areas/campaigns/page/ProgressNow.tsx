import { Trans, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { listTime, useNow } from '../../../kit/index.ts';
import { doneOf, percentOf, plannedOf } from '../progress.ts';
import styles from './Campaign.module.css';
import { Key, LedBar } from './LedBar.tsx';

type Props = { campaign: types.Campaign; statistics: types.CampaignStatistics };

/** The current run: share, rate, estimated end, and how many recipients are in each state. */
export function ProgressNow({ campaign, statistics }: Props) {
  const { t, i18n } = useLingui();
  const run = statistics.runs[0];
  const counts = run?.counts ?? statistics.counts;
  const [done, planned] = [doneOf(counts) - counts.skipped, plannedOf(counts)];
  return (
    <section className={styles.block} aria-label={t`Progress now`}>
      <div className={styles.now}>
        <span className={styles.big}>{percentOf(done, planned)}%</span>
        <span className={styles.muted}>
          <Trans>
            {i18n.number(done)} of {i18n.number(planned)} processed
          </Trans>
        </span>
        <span className={styles.grow} />
        {campaign.status === 'running' && run && <Rate run={run} />}
        {run?.completedAt && <Ended run={run} />}
      </div>
      <LedBar counts={counts} size={60} big />
      <Legend counts={counts} />
    </section>
  );
}

type Run = types.CampaignStatistics['runs'][number];

function Rate({ run: { ratePerSecond, estimatedEndAt, status } }: { run: Run }) {
  const { i18n } = useLingui();
  const now = useNow();
  if (status === 'planning' && ratePerSecond === 0)
    return (
      <span className={styles.muted}>
        <Trans>The audience is being read</Trans>
      </span>
    );
  const rate = i18n.number(ratePerSecond, { maximumFractionDigits: ratePerSecond < 10 ? 1 : 0 });
  return (
    <span className={styles.rate}>
      <span>
        <Trans>
          <strong>{rate}</strong> a second
        </Trans>
      </span>
      {estimatedEndAt && (
        <span>
          <Trans>
            ends about <strong>{listTime(new Date(estimatedEndAt), now, i18n.locale)}</strong>
          </Trans>
        </span>
      )}
    </span>
  );
}

function Ended({ run: { startedAt, completedAt } }: { run: Run }) {
  const { t, i18n } = useLingui();
  const now = useNow();
  if (!completedAt) return null;
  const minutes = Math.max(1, Math.round((Date.parse(completedAt) - Date.parse(startedAt)) / 60_000));
  const at = listTime(new Date(completedAt), now, i18n.locale);
  return <span className={styles.muted}>{t`ended ${at}, after ${minutes} min`}</span>;
}

function Legend({ counts }: { counts: types.CampaignCounts }) {
  const { t, i18n } = useLingui();
  const entries = [
    ['sent', t`Sent`, counts.sent],
    ['failed', t`Failed`, counts.failed],
    ['unknown', t`Unknown`, counts.unknown],
    ['cancelled', t`Cancelled`, counts.cancelled],
    ['waiting', t`Waiting`, counts.planned + counts.queued],
  ] as const;
  return (
    <ul className={styles.legend}>
      {entries
        .filter(([tone, , count]) => count > 0 || tone === 'sent')
        .map(([tone, name, count]) => (
          <li key={tone}>
            <Key tone={tone} />
            {name} {i18n.number(count)}
          </li>
        ))}
      {counts.skipped > 0 && <li>{t`Skipped before sending ${i18n.number(counts.skipped)}`}</li>}
    </ul>
  );
}
