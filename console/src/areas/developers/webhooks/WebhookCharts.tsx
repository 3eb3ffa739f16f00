import { useLingui } from '@lingui/react/macro';
import { ErrorState, LineChart, SeriesKey, Skeleton, topOf } from '../../../kit/index.ts';
import log from '../LogList.module.css';
import { useFormats } from '../use-formats.ts';
import { useDay } from './queries.ts';
import styles from './Webhooks.module.css';

/** How many events were delivered in the last 24 hours, and how fast the receiver answered. */
export function WebhookCharts({ id }: { id: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useDay(id);
  const { percent, duration, hour } = useFormats();
  if (error)
    return (
      <div className={log.box}>
        <ErrorState title={t`The statistics could not be loaded`} error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!data) return <Skeleton width={85} />;
  const labels = data.hours.map(({ at }) => hour(at));
  const [median, p95] = [data.hours.map(({ medianMs }) => medianMs), data.hours.map(({ p95Ms }) => p95Ms)];
  return (
    <div className={styles.charts}>
      <LineChart
        title={t`Delivered, last 24 hours`}
        figure={<span className={styles.figure}>{data.deliveredPercent === null ? '–' : percent(data.deliveredPercent)}</span>}
        labels={labels}
        series={[{ name: t`Delivered`, look: 'accent', values: data.hours.map(({ deliveredPercent }) => deliveredPercent) }]}
        top={100}
        format={percent}
      />
      <LineChart
        title={t`Response time`}
        figure={
          <>
            <SeriesKey look="accent">{t`median`}</SeriesKey>
            <span className={styles.figure}>{data.latest ? duration(data.latest.medianMs) : '–'}</span>
            <SeriesKey look="second">p95</SeriesKey>
            <span className={styles.figure}>{data.latest ? duration(data.latest.p95Ms) : '–'}</span>
          </>
        }
        labels={labels}
        series={[
          { name: t`Median`, look: 'accent', values: median },
          { name: 'p95', look: 'second', values: p95 },
        ]}
        top={topOf(p95, 10)}
        format={duration}
      />
    </div>
  );
}
