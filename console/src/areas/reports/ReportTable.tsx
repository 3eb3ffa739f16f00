import { useLingui } from '@lingui/react/macro';
import { type Column, Table } from '../../kit/index.ts';
import { bucketOf, isDurationMetric, type Report } from './address.ts';
import type { Figure } from './figures.ts';
import styles from './Reports.module.css';
import { useDurationWords, useGroupingWords, useKeyWords, useMetricWords, useValueWords } from './use-words.ts';

/** The figures of the chart, and what belongs to them: counts, medians. Of periods the latest is first. */
export function ReportTable({ report, figures }: { report: Report; figures: readonly Figure[] }) {
  const { t, i18n } = useLingui();
  const { metric, by } = report;
  const keyWords = useKeyWords(report, bucketOf(report));
  const valueWords = useValueWords(metric);
  const duration = useDurationWords();
  const { name } = useMetricWords()[metric];
  const grouping = useGroupingWords()[by];
  const isTime = isDurationMetric(metric);
  const isCount = !isTime && metric !== 'sla' && metric !== 'ratings';
  const heads = { sla: t`Missed`, ratings: t`Ratings` } as Record<string, string>;
  const columns: Column<Figure>[] = [
    { key: 'key', head: grouping, cell: ({ key }) => <bdi>{keyWords(key)}</bdi>, noLabel: true },
    {
      key: 'value',
      head: metric === 'ratings' ? t`Average` : isTime ? t`Average` : name,
      end: true,
      cell: ({ value }) => valueWords(value),
    },
  ];
  if (isTime)
    for (const [key, head] of [
      ['p50', t`Median`],
      ['p90', t`90 % within`],
    ] as const)
      columns.push({ key, head, end: true, cell: (figure) => (figure[key] === null ? '–' : duration(figure[key])) });
  if (!isCount)
    columns.push({ key: 'count', head: heads[metric] ?? t`Count`, end: true, cell: ({ count }) => i18n.number(count) });
  return (
    <div className={styles.table}>
      <Table
        name={t`Figures`}
        tight
        columns={columns}
        rows={by === 'time' ? figures.toReversed() : figures}
        rowKey={({ key }) => key}
      />
    </div>
  );
}
