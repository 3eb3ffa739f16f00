import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './LineChart.module.css';
import { HEIGHT, pathOf, WIDTH } from './line-points.ts';
import { type Column, Table } from './Table.tsx';

export type Series = {
  name: string;
  look: 'accent' | 'second';
  /** One value per label; null where there is none. */
  values: readonly (number | null)[];
};

type Props = {
  title: string;
  /** The figure that matters most, at the end of the line of the title. */
  figure: ReactNode;
  /** When each value was, the oldest first. */
  labels: readonly string[];
  series: readonly Series[];
  /** The value at the top of the scale; the bottom is 0. */
  top: number;
  format: (value: number) => string;
};

const LINES = [0, 0.5, 1];

/** One or two lines over time, as SVG, so that both themes work. The values are also in a table. */
export function LineChart({ title, figure, labels, series, top, format }: Props) {
  const { t } = useLingui();
  return (
    <figure className={styles.chart} aria-label={title}>
      <figcaption className={styles.head}>
        <span className={styles.title}>{title}</span>
        <span className={styles.figure}>{figure}</span>
      </figcaption>
      <div className={styles.plot} aria-hidden>
        <div className={styles.scale}>
          {LINES.toReversed().map((part) => (
            <span key={part}>{format(part * top)}</span>
          ))}
        </div>
        <svg className={styles.area} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {LINES.map((part) => (
            <line key={part} className={styles.grid} x1="0" x2={WIDTH} y1={part * HEIGHT} y2={part * HEIGHT} />
          ))}
          {series.toReversed().map(({ name, look, values }) => (
            <path key={name} className={cx(styles.line, styles[look])} d={pathOf(values, top)} />
          ))}
        </svg>
        <div className={styles.ends}>
          <span>{labels[0]}</span>
          <span>{labels.at(-1)}</span>
        </div>
      </div>
      <details className={styles.details}>
        <summary>{t`Show as table`}</summary>
        <ValueTable title={title} labels={labels} series={series} format={format} />
      </details>
    </figure>
  );
}

/** The name of a line, with its colour. */
export const SeriesKey = ({ look, children }: { look: Series['look']; children: ReactNode }) => (
  <span className={styles.key}>
    <svg className={styles.swatch} viewBox="0 0 12 8" aria-hidden="true">
      <line className={cx(styles.line, styles[look])} x1="1" x2="11" y1="4" y2="4" />
    </svg>
    {children}
  </span>
);

type Row = { label: string; index: number };

function ValueTable({ title, labels, series, format }: Pick<Props, 'title' | 'labels' | 'series' | 'format'>) {
  const { t } = useLingui();
  const columns: Column<Row>[] = [
    { key: 'time', head: t`Time`, cell: ({ label }) => label },
    ...series.map(({ name, values }) => ({
      key: name,
      head: name,
      end: true,
      cell: ({ index }: Row) => {
        const value = values[index] ?? null;
        return value === null ? '–' : format(value);
      },
    })),
  ];
  const rows = labels
    .map((label, index) => ({ label, index }))
    .filter(({ index }) => series.some((one) => one.values[index] != null));
  return (
    <div className={styles.table}>
      <Table name={title} columns={columns} rows={rows} rowKey={({ index }) => String(index)} tight />
    </div>
  );
}

/** A line without a scale, in a row of a table; the number beside it says the same. */
export const Sparkline = ({ values, top }: { values: readonly (number | null)[]; top: number }) => (
  <svg className={styles.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
    <path className={cx(styles.line, styles.accent)} d={pathOf(values, top)} />
  </svg>
);
