import { useLingui } from '@lingui/react/macro';
import { Plus, TriangleAlert, X } from 'lucide-react';
import field from '../../../kit/Field.module.css';
import { Button, IconButton } from '../../../kit/index.ts';
import type { CustomProps } from '../form/fields.ts';
import styles from './Hours.module.css';
import type { HoursValues } from './page.tsx';

const today = () => new Date().toISOString().slice(0, 10);

/** Dates on which it is closed, such as public holidays. */
export function HolidaysField({ values: { holidays }, set, errorOf, disabled }: CustomProps<HoursValues>) {
  const { t } = useLingui();
  const error = errorOf('holidays');
  const change = (index: number, part: Partial<HoursValues['holidays'][number]>) =>
    set(
      'holidays',
      holidays.map((holiday, at) => (at === index ? { ...holiday, ...part } : holiday)),
    );
  return (
    <fieldset className={styles.week}>
      <legend className={styles.legend}>{t`Closed days`}</legend>
      {error && (
        <p className={field.error}>
          <TriangleAlert size={14} aria-hidden />
          {error}
        </p>
      )}
      {holidays.map(({ date, name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the dates are edited in place
        <span key={index} className={styles.holiday}>
          <input
            type="date"
            className={field.input}
            aria-label={t`Date`}
            value={date}
            disabled={disabled}
            onChange={(event) => change(index, { date: event.target.value })}
          />
          <input
            className={field.input}
            aria-label={t`Name of the day`}
            placeholder={t`New Year`}
            dir="auto"
            maxLength={100}
            value={name ?? ''}
            disabled={disabled}
            onChange={(event) => change(index, { name: event.target.value || null })}
          />
          <IconButton
            size="small"
            label={t`Remove this day`}
            icon={<X size={14} aria-hidden />}
            disabled={disabled}
            onClick={() => set('holidays', holidays.toSpliced(index, 1))}
          />
        </span>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus size={14} aria-hidden />}
          disabled={disabled || holidays.length >= 200}
          onClick={() => set('holidays', [...holidays, { date: today(), name: null }])}
        >
          {t`Add a day`}
        </Button>
      </div>
    </fieldset>
  );
}
