import { useLingui } from '@lingui/react/macro';

/** Percentages, durations and exact times in the language of the page. */
export function useFormats() {
  const { t, i18n } = useLingui();
  return {
    percent: (value: number) =>
      i18n.number(value / 100, { style: 'percent', maximumFractionDigits: value > 99 && value < 100 ? 1 : 0 }),
    duration: (ms: number) => {
      const [milliseconds, seconds] = [i18n.number(Math.round(ms)), i18n.number(ms / 1_000, { maximumFractionDigits: 1 })];
      return ms < 1_000 ? t`${milliseconds} ms` : t`${seconds} s`;
    },
    hour: (at: Date) => i18n.date(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    clock: (at: string) =>
      i18n.date(new Date(at), {
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
      }),
  };
}
