import { useLingui } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import { cx } from './cx.ts';
import styles from './Marks.module.css';
import { fullTime, listTime, relativeTime, windowLevel } from './time.ts';
import { useNow } from './use-now.ts';

/** A time as lists show it, with date and time in the title. `relative` gives "3 minutes ago". */
export function RelativeTime({ at, relative = false }: { at: string; relative?: boolean }) {
  const { i18n } = useLingui();
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={fullTime(date, i18n.locale)}>
      {relative ? relativeTime(date, now, i18n.locale) : listTime(date, now, i18n.locale)}
    </time>
  );
}

/** The rest of the messaging window as lamps and a number; `until` is null for channels without a window. */
export function Countdown({ until, suffix = false }: { until: string | null; suffix?: boolean }) {
  const { t } = useLingui();
  const now = useNow();
  if (until === null) return <span className={styles.window}>{t`No window`}</span>;
  const { leds, tone, hours, minutes } = windowLevel(new Date(until), now);
  if (tone === 'closed')
    return (
      <span className={styles.window}>
        <Lock size={14} aria-hidden />
        {t`Closed, template only`}
      </span>
    );
  const left = hours === 0 ? t`${minutes} min` : hours < 12 && minutes > 0 ? t`${hours} h ${minutes} min` : t`${hours} h`;
  return (
    <span className={cx(styles.window, tone === 'warn' && styles.windowWarn, tone === 'danger' && styles.windowDanger)}>
      <Meter leds={leds} />
      <span>
        <span className={styles.hidden}>{t`Window closes in`} </span>
        {suffix ? t`${left} left` : left}
      </span>
    </span>
  );
}

/** A row of five lamps. The number has to be beside it. */
export function Meter({ leds }: { leds: number }) {
  return (
    <svg className={styles.meter} viewBox="0 0 26 8" aria-hidden="true">
      {[0, 1, 2, 3, 4].map((index) => (
        <rect key={index} className={cx(styles.led, index < leds && styles.ledOn)} x={index * 5.4} width="4" height="8" rx="1" />
      ))}
    </svg>
  );
}
