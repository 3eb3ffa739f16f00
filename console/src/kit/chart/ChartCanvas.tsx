import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { cx } from '../cx.ts';
import styles from './TimeChart.module.css';
import type { TimeChartProps } from './TimeChart.tsx';

const HEIGHT = 190;

/** The drawing. Made again when a color, the width or the number of series changes; new values only replace the old ones. */
export function ChartCanvas(props: TimeChartProps) {
  const root = useRef<HTMLDivElement>(null);
  const colors = useRef<HTMLSpanElement>(null);
  const plot = useRef<uPlot>(undefined);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const [at, setAt] = useState<number | null>(null);
  const [theme, setTheme] = useState(0);
  useEffect(() => onThemeChange(() => setTheme((version) => version + 1)), []);
  const shape = JSON.stringify([props.kind, props.series.map(({ key, tone, dashed }) => [key, tone, dashed]), theme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` stands for what the drawing depends on
  useEffect(() => {
    if (!root.current || !colors.current) return;
    const element = root.current;
    const options = optionsOf(latest, colorsIn(colors.current), element.clientWidth, setAt);
    const drawn = new uPlot(options, dataOf(latest.current), element);
    plot.current = drawn;
    const observer = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.destroy();
    };
  }, [shape]);
  useEffect(() => plot.current?.setData(dataOf(props)), [props]);
  return (
    <>
      <div ref={root} />
      <p className={styles.tip}>{at === null ? ' ' : describe(props, at)}</p>
      <span ref={colors} hidden>
        {['line', 'text', ...props.series.map(({ tone }) => tone)].map((tone, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: colors have no identity but their place
          <span key={index} className={cx(styles[tone])} />
        ))}
      </span>
    </>
  );
}

type Latest = { current: TimeChartProps };
type Colors = { line: string; text: string; series: string[] };

/** Returns the colors of the tokens as the theme has them: a canvas knows no variables. */
function colorsIn(element: HTMLElement): Colors {
  const [line = '', text = '', ...series] = [...element.children].map((one) => getComputedStyle(one).color);
  return { line, text, series };
}

const dataOf = ({ times, series }: TimeChartProps): uPlot.AlignedData => [
  times as number[],
  ...series.map(({ values }) => values as (number | null)[]),
];

function describe({ times, series, formatTime, formatValue }: TimeChartProps, at: number): string {
  const values = series.map(({ name, values }) => `${name} ${formatValue(values[at] ?? 0)}`);
  return [formatTime(times[at] ?? 0), ...values].join(' · ');
}

function optionsOf(latest: Latest, colors: Colors, width: number, onPoint: (at: number | null) => void): uPlot.Options {
  const { kind = 'line', series } = latest.current;
  const axis: uPlot.Axis = {
    stroke: colors.text,
    font: `12px ${getComputedStyle(document.body).fontFamily}`,
    grid: { stroke: colors.line, width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(1, max) * 1.08] } },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 90,
        size: 30,
        values: (_plot, splits) => splits.map((at) => latest.current.formatTime(at)),
      },
      { ...axis, size: 56, values: (_plot, splits) => splits.map((value) => axisText(latest.current, value)) },
    ],
    series: [{}, ...series.map((one, index) => seriesOf(one, kind, colors.series[index] ?? colors.text, index))],
  };
}

const axisText = ({ formatAxis, formatValue }: TimeChartProps, value: number): string => (formatAxis ?? formatValue)(value);

function seriesOf({ dashed }: TimeChartProps['series'][number], kind: string, color: string, index: number): uPlot.Series {
  const bars = uPlot.paths.bars?.({ size: [0.7, 40] });
  return {
    stroke: color,
    width: 2,
    points: { show: false },
    ...(dashed && { dash: [5, 4] }),
    ...(kind === 'bars' ? { fill: color, width: 0, ...(bars && { paths: bars }) } : index === 0 && { fill: withAlpha(color) }),
  };
}

/** `rgb(1, 2, 3)` becomes a color that lets the grid through. */
const withAlpha = (color: string): string => color.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.12)');

/** The theme is an attribute of the page, or that of the system. */
function onThemeChange(listener: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  dark.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    dark.removeEventListener('change', listener);
  };
}
