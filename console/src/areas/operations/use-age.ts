import { useLingui } from '@lingui/react/macro';

/** Writes a number of seconds in the largest unit that fits. */
export function useAge(): (seconds: number) => string {
  const { i18n } = useLingui();
  const write = (value: number, unit: string) => i18n.number(Math.floor(value), { style: 'unit', unit, unitDisplay: 'short' });
  return (seconds) => {
    if (seconds < 120) return write(seconds, 'second');
    if (seconds < 7_200) return write(seconds / 60, 'minute');
    return seconds < 172_800 ? write(seconds / 3_600, 'hour') : write(seconds / 86_400, 'day');
  };
}
