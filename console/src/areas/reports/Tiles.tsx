import { Plural, useLingui } from '@lingui/react/macro';
import { cx, Skeleton } from '../../kit/index.ts';
import { isDurationMetric, type Metric, metrics, type Report } from './address.ts';
import type { Figure } from './figures.ts';
import { useTotals } from './queries.ts';
import styles from './Reports.module.css';
import { useMetricWords, useValueWords } from './use-words.ts';

/** The total of each metric. A tile chooses its metric for the report below. */
export function Tiles({ report, onChoose }: { report: Report; onChoose: (metric: Metric) => void }) {
  const { t } = useLingui();
  const { data } = useTotals(report);
  return (
    <ul className={styles.tiles} aria-label={t`Totals`}>
      {metrics.map((metric) => (
        <li key={metric}>
          <Tile metric={metric} figure={data?.[metric]} isChosen={metric === report.metric} onChoose={() => onChoose(metric)} />
        </li>
      ))}
    </ul>
  );
}

type TileProps = { metric: Metric; figure: Figure | null | undefined; isChosen: boolean; onChoose: () => void };

function Tile({ metric, figure, isChosen, onChoose }: TileProps) {
  const { name } = useMetricWords()[metric];
  const words = useValueWords(metric);
  const value = figure?.value ?? (isDurationMetric(metric) || metric === 'sla' || metric === 'ratings' ? null : 0);
  return (
    <button type="button" className={cx(styles.tile, isChosen && styles.chosen)} aria-pressed={isChosen} onClick={onChoose}>
      <span className={styles.tileName}>{name}</span>
      <strong className={styles.tileValue}>{figure === undefined ? <Skeleton width={40} /> : words(value)}</strong>
      <span className={styles.tileNote}>{figure && <Note metric={metric} figure={figure} />}</span>
    </button>
  );
}

/** On what an average or a share is based. */
function Note({ metric, figure: { count } }: { metric: Metric; figure: Figure }) {
  if (metric === 'first_reply_time') return <Plural value={count} one="average of # reply" other="average of # replies" />;
  if (metric === 'resolution_time') return <Plural value={count} one="average of # chat" other="average of # chats" />;
  if (metric === 'ratings') return <Plural value={count} one="# rating" other="# ratings" />;
  if (metric === 'sla') return <Plural value={count} one="missed in # conversation" other="missed in # conversations" />;
  return null;
}
