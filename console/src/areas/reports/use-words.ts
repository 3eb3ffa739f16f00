import { useLingui } from '@lingui/react/macro';
import { type Bucket, type Grouping, isDurationMetric, type Metric, type Report } from './address.ts';
import { useNames } from './queries.ts';

export function useMetricWords(): Record<Metric, { name: string; text: string }> {
  const { t } = useLingui();
  return {
    messages_received: { name: t`Messages received`, text: t`Messages of contacts.` },
    messages_sent: { name: t`Messages sent`, text: t`Messages to contacts, those of campaigns and automations included.` },
    chats_opened: { name: t`Chats opened`, text: t`New chats, and chats that were opened again.` },
    chats_closed: { name: t`Chats closed`, text: t`Chats that somebody or an automation closed.` },
    first_reply_time: {
      name: t`First reply`,
      text: t`From the first message of the contact to the first answer of a person. Automations do not count.`,
    },
    resolution_time: { name: t`Resolution`, text: t`From the opening of a chat until it was closed.` },
    sla: { name: t`SLA kept`, text: t`The share of conversations with a promise in which no promised time was missed.` },
    ratings: { name: t`Ratings`, text: t`What contacts thought of a conversation, from 1 to 5.` },
  };
}

export function useGroupingWords(): Record<Grouping, string> {
  const { t } = useLingui();
  return { time: t`Time`, channel: t`Channel`, team: t`Team`, user: t`Person`, hour: t`Hour of the day` };
}

/** The end of a heading, for example "Messages received by channel". */
export function useByWords(): Record<Grouping, string> {
  const { t } = useLingui();
  return { time: t`by time`, channel: t`by channel`, team: t`by team`, user: t`by person`, hour: t`by hour of the day` };
}

/** Returns the value of a line in words: a number, a duration, a share or a score. */
export function useValueWords(metric: Metric): (value: number | null) => string {
  const { t, i18n } = useLingui();
  const duration = useDurationWords();
  return (value) => {
    if (value === null) return '–';
    if (isDurationMetric(metric)) return duration(value);
    if (metric === 'sla') return i18n.number(value, { style: 'percent', maximumFractionDigits: 1 });
    if (metric === 'ratings') return t`${i18n.number(value, { minimumFractionDigits: 1, maximumFractionDigits: 2 })} of 5`;
    return i18n.number(value);
  };
}

/** Two units at most: "2 h 5 min". */
export function useDurationWords(): (seconds: number) => string {
  const { t } = useLingui();
  return (seconds) => {
    const total = Math.round(seconds);
    if (total < 60) return t`${total} s`;
    const minutes = Math.floor(total / 60);
    if (minutes < 60) return total % 60 === 0 || minutes >= 10 ? t`${minutes} min` : t`${minutes} min ${total % 60} s`;
    const hours = Math.floor(minutes / 60);
    if (hours < 24) return minutes % 60 === 0 ? t`${hours} h` : t`${hours} h ${minutes % 60} min`;
    const days = Math.floor(hours / 24);
    return hours % 24 === 0 ? t`${days} d` : t`${days} d ${hours % 24} h`;
  };
}

/** Returns the name of a line: a period, an hour, or that of a channel, team or person. */
export function useKeyWords(report: Report, bucket: NonNullable<Bucket>): (key: string) => string {
  const { t, i18n } = useLingui();
  const names = useNames();
  const { by, timeZone } = report;
  return (key) => {
    if (by === 'time') return periodName(i18n, Number(key), bucket, timeZone);
    if (by === 'hour') return `${key.padStart(2, '0')}:00`;
    if (key === '') return by === 'team' ? t`No team` : by === 'user' ? t`Nobody` : '–';
    return names[by].find(({ id }) => id === key)?.name ?? t`deleted`;
  };
}

function periodName(
  i18n: ReturnType<typeof useLingui>['i18n'],
  seconds: number,
  bucket: NonNullable<Bucket>,
  timeZone: string,
): string {
  const at = new Date(seconds * 1_000);
  if (bucket === 'hour')
    return i18n.date(at, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  if (bucket === 'month') return i18n.date(at, { month: 'short', year: 'numeric', timeZone });
  return i18n.date(at, { day: 'numeric', month: 'short', timeZone });
}
