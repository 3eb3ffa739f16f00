import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { Combobox, Field } from '../../../kit/index.ts';
import type { CustomProps } from '../form/fields.ts';
import type { HoursValues } from './page.tsx';

/** A time zone of the browser's list, with its time now. */
export function TimeZoneField({ values, set, errorOf, disabled }: CustomProps<HoursValues>) {
  const { t, i18n } = useLingui();
  const zones = useMemo(
    () =>
      [...new Set([values.timeZone, ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
        value: zone,
        label: zone.replaceAll('_', ' '),
      })),
    [values.timeZone],
  );
  const now = timeIn(values.timeZone, i18n.locale);
  return (
    <Field label={t`Time zone`} name="timeZone" error={errorOf('timeZone')} hint={now && t`It is ${now} there now.`}>
      <Combobox options={zones} value={values.timeZone} onChange={(zone) => zone && set('timeZone', zone)} disabled={disabled} />
    </Field>
  );
}

function timeIn(timeZone: string, locale: string): string | null {
  try {
    return new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format();
  } catch {
    return null; // a zone that this browser does not know
  }
}
