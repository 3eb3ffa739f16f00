import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { type Bar, Bars, TimeChart } from '../../../kit/index.ts';
import { plannedOf } from '../progress.ts';
import { useTimeline } from '../queries.ts';
import styles from './Campaign.module.css';
import { overTime, type TimelineKey, totalsOf } from './over-time.ts';

type Props = { campaign: types.Campaign; statistics: types.CampaignStatistics };

const DAY_S = 86_400;
const tones = { sent: 'accent', delivered: 'info', read: 'text', replied: 'warn', failed: 'danger' } as const;

/** How far the messages of all runs came, and when. */
export function Funnel({ campaign, statistics }: Props) {
  const { t, i18n } = useLingui();
  const startedAt = statistics.runs.at(-1)?.startedAt ?? campaign.createdAt;
  const { data: timeline } = useTimeline(campaign, startedAt);
  const periods = timeline?.periods ?? [];
  const names: Record<TimelineKey, string> = {
    sent: t`Sent`,
    delivered: t`Delivered`,
    read: t`Read`,
    replied: t`Replied`,
    failed: t`Failed`,
  };
  const { times, values } = overTime(periods, startedAt, Date.now());
  const isLong = (times.at(-1) ?? 0) - (times[0] ?? 0) > 2 * DAY_S;
  const formatTime = (seconds: number) =>
    i18n.date(
      new Date(seconds * 1_000),
      isLong ? { day: 'numeric', month: 'short' } : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    );
  const number = (value: number) => i18n.number(value);
  return (
    <section className={styles.charts} aria-label={t`Results`}>
      <div>
        <h2 className={styles.heading}>{t`Funnel`}</h2>
        <Bars name={t`Funnel`} bars={useFunnel(statistics.counts, totalsOf(periods).replied)} />
      </div>
      <TimeChart
        title={t`Over time`}
        label={t`Messages that were sent, delivered, read and answered, over time`}
        times={times}
        timeHead={t`Time`}
        formatTime={formatTime}
        formatValue={number}
        formatAxis={(value) => i18n.number(value, { notation: 'compact' })}
        series={(
          ['sent', 'delivered', 'read', 'replied', ...(statistics.counts.failed > 0 ? ['failed' as const] : [])] as const
        ).map((key) => ({
          key,
          name: names[key],
          tone: tones[key],
          values: values[key],
          ...(key === 'replied' && { dashed: true }),
        }))}
      />
    </section>
  );
}

function useFunnel(counts: types.CampaignCounts, replied: number): Bar[] {
  const { t, i18n } = useLingui();
  const share = (part: number, whole: number): string | undefined =>
    whole === 0 ? undefined : i18n.number(part / whole, { style: 'percent', maximumFractionDigits: 1 });
  const planned = plannedOf(counts);
  const bar = (key: string, label: string, value: number, note?: string): Bar => ({
    key,
    label,
    value,
    text: i18n.number(value),
    note,
    tone: key === 'planned' ? 'plain' : 'accent',
  });
  const ofSent = share(counts.delivered, counts.sent);
  const ofDelivered = share(counts.read, counts.delivered);
  const ofRead = share(replied, counts.sent);
  const sent = share(counts.sent, planned);
  return [
    bar('planned', t`Planned`, planned),
    bar('sent', t`Sent`, counts.sent, sent),
    bar('delivered', t`Delivered`, counts.delivered, ofSent && t`${ofSent} of sent`),
    bar('read', t`Read`, counts.read, ofDelivered && t`${ofDelivered} of delivered`),
    bar('replied', t`Replied`, replied, ofRead && t`${ofRead} of sent`),
  ];
}
