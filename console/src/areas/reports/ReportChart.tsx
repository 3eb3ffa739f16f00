import { useLingui } from '@lingui/react/macro';
import { Bars, TimeChart } from '../../kit/index.ts';
import { bucketOf, isDurationMetric, type Report } from './address.ts';
import type { Figure } from './figures.ts';
import { useByWords, useGroupingWords, useKeyWords, useMetricWords, useValueWords } from './use-words.ts';

type Props = { report: Report; figures: readonly Figure[] };

const MOST_BARS = 20;

/** Periods and hours as a chart over time; channels, teams and people as bars, the largest first. */
export function ReportChart({ report, figures }: Props) {
  const { t, i18n } = useLingui();
  const { metric, by } = report;
  const keyWords = useKeyWords(report, bucketOf(report));
  const valueWords = useValueWords(metric);
  const { name } = useMetricWords()[metric];
  const grouping = useGroupingWords()[by];
  const byWords = useByWords()[by];
  const label = t`${`${name} ${byWords}`}, as a chart. The table below has the same figures.`;
  if (by !== 'time' && by !== 'hour')
    return (
      <Bars
        name={label}
        bars={figures
          .filter(({ value }) => value !== null)
          .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
          .slice(0, MOST_BARS)
          .map(({ key, value }) => ({ key, label: keyWords(key), value: value ?? 0, text: valueWords(value) }))}
      />
    );
  const isCount = !isDurationMetric(metric) && metric !== 'sla' && metric !== 'ratings';
  return (
    <TimeChart
      label={label}
      kind={isCount || by === 'hour' ? 'bars' : 'line'}
      times={figures.map(({ key }) => Number(key))}
      timeHead={grouping}
      formatTime={(at) => keyWords(String(Math.round(at)))}
      formatValue={(value) => valueWords(value)}
      {...(isCount && { formatAxis: (value: number) => i18n.number(value, { notation: 'compact' }) })}
      series={[{ key: metric, name, tone: 'accent', values: figures.map(({ value }) => value) }]}
    />
  );
}
