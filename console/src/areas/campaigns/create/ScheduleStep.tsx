import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { Checkbox, Combobox, Field, Input, Notice, Segments, Select } from '../../../kit/index.ts';
import { toLocal } from '../../../kit/zoned-time.ts';
import styles from './Create.module.css';
import { type Draft, type ScheduleDraft, scheduleBody } from './draft.ts';
import { NextDates } from './NextDates.tsx';
import { type Repeat, type Weekday, weekdays } from './rule.ts';

type Props = { draft: Draft; set: (changes: Partial<Draft>) => void; errorOf: (key: string) => string | undefined };
type Kind = Exclude<ScheduleDraft['kind'], 'kept'>;

const HOUR_MS = 3_600_000;

const emptyOf = (kind: Kind, timeZone: string): ScheduleDraft => {
  if (kind === 'now') return { kind };
  if (kind === 'once') return { kind, at: `${toLocal(new Date(Date.now() + HOUR_MS), timeZone).slice(0, 14)}00` };
  return { kind, repeat: { every: 'week', days: ['MO'], monthDay: 1, time: '09:00' } };
};

/** When it is sent, with the next dates as the recipients' clocks show them. */
export function ScheduleStep({ draft, set, errorOf }: Props) {
  const { t } = useLingui();
  const { schedule, timeZone } = draft;
  return (
    <div className={styles.columns}>
      <div className={styles.fields}>
        {schedule.kind === 'kept' && (
          <Notice
            title={t`A schedule that was made with the API`}
          >{t`It stays as it is unless you choose another one below.`}</Notice>
        )}
        <Segments<Kind | 'kept'>
          name={t`When it is sent`}
          value={schedule.kind}
          onChange={(kind) => kind !== 'kept' && set({ schedule: emptyOf(kind, timeZone) })}
          options={[
            { value: 'now', label: t`When I start it` },
            { value: 'once', label: t`At a time` },
            { value: 'repeat', label: t`Repeatedly` },
          ]}
        />
        {schedule.kind === 'once' && (
          <Field label={t`Date and time`} error={errorOf('time') ?? errorOf('past') ?? errorOf('scheduledAt')}>
            <Input
              type="datetime-local"
              value={schedule.at}
              onChange={({ target }) => set({ schedule: { kind: 'once', at: target.value } })}
            />
          </Field>
        )}
        {schedule.kind === 'repeat' && (
          <RepeatFields
            repeat={schedule.repeat}
            error={errorOf('days') ?? errorOf('recurrenceRules')}
            onChange={(repeat) => set({ schedule: { kind: 'repeat', repeat } })}
          />
        )}
        {schedule.kind !== 'now' && (
          <>
            <ZoneField value={timeZone} error={errorOf('timeZone')} onChange={(zone) => set({ timeZone: zone })} />
            <Field label={t`If a time is missed`} hint={t`For example because the server was not running.`}>
              <Select<Draft['missed']>
                value={draft.missed}
                options={[
                  { value: 'run_late', label: t`Send late, once` },
                  { value: 'skip', label: t`Leave it out` },
                ]}
                onChange={(missed) => set({ missed })}
              />
            </Field>
          </>
        )}
      </div>
      <aside className={styles.aside} aria-label={t`Next dates`}>
        <h2>{t`Next dates`}</h2>
        {schedule.kind === 'now' ? (
          <p className={styles.muted}>{t`It is sent as soon as you start it in the next step.`}</p>
        ) : (
          <NextDates schedule={scheduleBody(draft)} />
        )}
      </aside>
    </div>
  );
}

type RepeatProps = { repeat: Repeat; error: string | undefined; onChange: (repeat: Repeat) => void };

function RepeatFields({ repeat, error, onChange }: RepeatProps) {
  const { t } = useLingui();
  const days = Array.from({ length: 28 }, (_, index) => String(index + 1));
  return (
    <>
      <Field label={t`Every`} error={repeat.every === 'week' ? undefined : error}>
        <Select<Repeat['every']>
          value={repeat.every}
          options={[
            { value: 'day', label: t`Day` },
            { value: 'week', label: t`Week` },
            { value: 'month', label: t`Month` },
          ]}
          onChange={(every) => onChange({ ...repeat, every })}
        />
      </Field>
      {repeat.every === 'week' && <DayChoice repeat={repeat} error={error} onChange={onChange} />}
      {repeat.every === 'month' && (
        <Field label={t`Day of the month`}>
          <Select
            value={String(repeat.monthDay)}
            options={[...days.map((day) => ({ value: day, label: day })), { value: '-1', label: t`last day` }]}
            onChange={(day) => onChange({ ...repeat, monthDay: Number(day) })}
          />
        </Field>
      )}
      <Field label={t`Time`}>
        <Input
          type="time"
          value={repeat.time}
          onChange={({ target }) => target.value && onChange({ ...repeat, time: target.value })}
        />
      </Field>
    </>
  );
}

/** 1 January 2024 was a Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

function DayChoice({ repeat, error, onChange }: RepeatProps) {
  const { t, i18n } = useLingui();
  const toggle = (day: Weekday, isOn: boolean) =>
    onChange({ ...repeat, days: isOn ? [...repeat.days, day] : repeat.days.filter((one) => one !== day) });
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t`Days`}</legend>
      <div className={styles.days}>
        {weekdays.map((day, index) => (
          <Checkbox
            key={day}
            checked={repeat.days.includes(day)}
            onChange={(isOn) => toggle(day, isOn)}
            label={i18n.date(new Date(MONDAY + index * DAY_MS), { weekday: 'short', timeZone: 'UTC' })}
          />
        ))}
      </div>
      {error && <p className={styles.error}>{error}</p>}
    </fieldset>
  );
}

function ZoneField({ value, error, onChange }: { value: string; error: string | undefined; onChange: (zone: string) => void }) {
  const { t } = useLingui();
  const zones = useMemo(
    () =>
      [...new Set([value, ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
        value: zone,
        label: zone.replaceAll('_', ' '),
      })),
    [value],
  );
  return (
    <Field
      label={t`Time zone of the recipients`}
      error={error}
      hint={t`Nine o'clock stays nine o'clock there, in summer and in winter.`}
    >
      <Combobox options={zones} value={value} onChange={(zone) => zone && onChange(zone)} />
    </Field>
  );
}
