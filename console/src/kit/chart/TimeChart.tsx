import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../Button.tsx';
import { cx } from '../cx.ts';
import { Table } from '../Table.tsx';
import styles from './TimeChart.module.css';

export type ChartTone = 'accent' | 'text' | 'warn' | 'danger' | 'info' | 'ok';

export type ChartSeries = {
  key: string;
  name: string;
  tone: ChartTone;
  dashed?: boolean;
  /** One for each time; null where there is none. */
  values: readonly (number | null)[];
};

export type TimeChartProps = {
  /** Without a title there is no button for the table either: the page shows one. */
  title?: ReactNode;
  /** What a screen reader says instead of the picture. */
  label: string;
  kind?: 'line' | 'bars';
  /** Seconds since 1970. */
  times: readonly number[];
  timeHead: string;
  series: readonly ChartSeries[];
  formatTime: (seconds: number) => string;
  formatValue: (value: number) => string;
  /** For the axis, if `formatValue` is too long for it. */
  formatAxis?: (value: number) => string;
};

const Canvas = lazy(async () => ({ default: (await import('./ChartCanvas.tsx')).ChartCanvas }));

/** Values over time as lines or bars, with a legend. The same figures are a table for those who cannot see the chart, or want to read them. */
export function TimeChart(props: TimeChartProps) {
  const { t } = useLingui();
  const [isTable, setTable] = useState(false);
  return (
    <figure className={styles.figure}>
      {props.title && (
        <figcaption className={styles.head}>
          <h2>{props.title}</h2>
          <Button look="link" onClick={() => setTable(!isTable)}>
            {isTable ? t`Show as chart` : t`Show as table`}
          </Button>
        </figcaption>
      )}
      {isTable ? (
        <FigureTable {...props} />
      ) : (
        <>
          <div className={styles.canvas} role="img" aria-label={props.label}>
            <Suspense>
              <Canvas {...props} />
            </Suspense>
          </div>
          <Legend series={props.series} />
        </>
      )}
    </figure>
  );
}

function Legend({ series }: Pick<TimeChartProps, 'series'>) {
  return (
    <ul className={styles.legend}>
      {series.map(({ key, name, tone, dashed }) => (
        <li key={key}>
          <svg className={styles.key} viewBox="0 0 14 8" aria-hidden="true">
            <path className={cx(styles[tone], dashed && styles.dashed)} d="M0 4h14" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

function FigureTable({ label, times, timeHead, series, formatTime, formatValue }: TimeChartProps) {
  const rows = times.map((seconds, index) => ({ seconds, index }));
  return (
    <div className={styles.table}>
      <Table
        name={label}
        tight
        rows={rows}
        rowKey={({ seconds }) => String(seconds)}
        columns={[
          { key: 'time', head: timeHead, cell: ({ seconds }) => formatTime(seconds), noLabel: true },
          ...series.map(({ key, name, values }) => ({
            key,
            head: name,
            end: true,
            cell: ({ index }: { index: number }) => {
              const value = values[index];
              return value === null || value === undefined ? '–' : formatValue(value);
            },
          })),
        ]}
      />
    </div>
  );
}
