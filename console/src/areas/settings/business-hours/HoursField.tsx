import { useLingui } from '@lingui/react/macro';
import { Copy, Plus, TriangleAlert, X } from 'lucide-react';
import field from '../../../kit/Field.module.css';
import { IconButton, Menu, Switch } from '../../../kit/index.ts';
import type { CustomProps } from '../form/fields.ts';
import styles from './Hours.module.css';
import {
  addInterval,
  barsOf,
  copyDay,
  faultOf,
  fieldValueOf,
  type HoursFault,
  type Interval,
  untilOf,
  WEEKDAYS,
  type Weekday,
} from './hours.ts';
import type { HoursValues } from './page.tsx';
import { weekdayName } from './weekday-name.ts';

/** The week: for each day a line of 24 hours, its intervals, and a way to copy them to other days. */
export function HoursField({ values, set, errorOf, disabled }: CustomProps<HoursValues>) {
  const { t } = useLingui();
  const error = errorOf('days');
  return (
    <fieldset className={styles.week}>
      <legend className={styles.legend}>{t`Week`}</legend>
      {error && (
        <p className={field.error}>
          <TriangleAlert size={14} aria-hidden />
          {error}
        </p>
      )}
      <div className={styles.scale} aria-hidden>
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{String(hour).padStart(2, '0')}</span>
        ))}
      </div>
      {WEEKDAYS.map((day) => (
        <Day
          key={day}
          day={day}
          intervals={values.days[day]}
          disabled={disabled}
          onChange={(intervals) => set('days', { ...values.days, [day]: intervals })}
          onCopy={(to) => set('days', copyDay(values.days, day, to))}
        />
      ))}
    </fieldset>
  );
}

type DayProps = {
  day: Weekday;
  intervals: Interval[];
  disabled: boolean;
  onChange: (intervals: Interval[]) => void;
  onCopy: (to: readonly Weekday[]) => void;
};

function Day({ day, intervals, disabled, onChange, onCopy }: DayProps) {
  const { t, i18n } = useLingui();
  const name = weekdayName(day, i18n.locale, 'long');
  const isOpen = intervals.length > 0;
  const more = addInterval(intervals);
  const fault = faultOf(intervals);
  return (
    <div className={styles.day}>
      <Switch
        checked={isOpen}
        label={name}
        disabled={disabled}
        onChange={(open) => onChange(open ? (addInterval([]) ?? []) : [])}
      />
      <Line intervals={intervals} />
      <div className={styles.intervals}>
        {!isOpen && <span className={styles.closed}>{t`Closed`}</span>}
        {intervals.map((interval, index) => (
          <IntervalRow
            // biome-ignore lint/suspicious/noArrayIndexKey: intervals have no ids and are edited in place
            key={index}
            name={name}
            interval={interval}
            disabled={disabled}
            onChange={(next) => onChange(intervals.with(index, next))}
            onRemove={() => onChange(intervals.toSpliced(index, 1))}
          />
        ))}
        {fault && <Fault fault={fault} />}
      </div>
      <div className={styles.dayActions}>
        {isOpen && (
          <IconButton
            size="small"
            label={t`Add hours on ${name}`}
            icon={<Plus size={14} aria-hidden />}
            disabled={disabled || !more}
            onClick={() => more && onChange(more)}
          />
        )}
        <Menu
          align="end"
          trigger={<IconButton size="small" label={t`Copy ${name}`} icon={<Copy size={14} aria-hidden />} disabled={disabled} />}
          items={[
            { label: t`Copy to Monday to Friday`, onSelect: () => onCopy(WEEKDAYS.slice(0, 5)) },
            { label: t`Copy to every day`, onSelect: () => onCopy(WEEKDAYS) },
          ]}
        />
      </div>
    </div>
  );
}

/** The open hours of a day on a line. The fields beside it have the same information. */
function Line({ intervals }: { intervals: Interval[] }) {
  return (
    <svg className={styles.line} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.night} width="100" height="10" rx="1" />
      {barsOf(intervals).map(({ start, width }) => (
        <rect key={start} className={styles.open} x={start} width={width} height="10" />
      ))}
      {[25, 50, 75].map((x) => (
        <line key={x} className={styles.tick} x1={x} x2={x} y1="0" y2="10" />
      ))}
    </svg>
  );
}

type RowProps = {
  name: string;
  interval: Interval;
  disabled: boolean;
  onChange: (interval: Interval) => void;
  onRemove: () => void;
};

function IntervalRow({ name, interval, disabled, onChange, onRemove }: RowProps) {
  const { t } = useLingui();
  return (
    <span className={styles.interval}>
      <input
        type="time"
        className={field.input}
        aria-label={t`${name}, from`}
        value={interval.from}
        disabled={disabled}
        onChange={(event) => onChange({ ...interval, from: event.target.value })}
      />
      <span aria-hidden>–</span>
      <input
        type="time"
        className={field.input}
        aria-label={t`${name}, until`}
        value={fieldValueOf(interval.until)}
        disabled={disabled}
        onChange={(event) => onChange({ ...interval, until: untilOf(event.target.value) })}
      />
      <IconButton
        size="small"
        label={t`Remove these hours`}
        icon={<X size={14} aria-hidden />}
        disabled={disabled}
        onClick={onRemove}
      />
    </span>
  );
}

function Fault({ fault }: { fault: HoursFault }) {
  const { t } = useLingui();
  const texts: Record<HoursFault, string> = {
    incomplete: t`Enter both times.`,
    order: t`This ends before it begins. Over midnight: end at 00:00, and begin the next day at 00:00.`,
    overlap: t`These hours overlap.`,
  };
  return (
    <p className={field.error}>
      <TriangleAlert size={14} aria-hidden />
      {texts[fault]}
    </p>
  );
}
