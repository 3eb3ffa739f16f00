import type { ReactNode } from 'react';
import styles from './Bars.module.css';
import { cx } from './cx.ts';

export type Bar = {
  key: string;
  label: ReactNode;
  value: number;
  /** The value in words, for example "1 h 20 min". */
  text: string;
  /** Beside it: a share, for example "71% so far". */
  note?: string | undefined;
  tone?: 'accent' | 'plain' | 'danger' | 'warn';
};

/** Horizontal bars with their values as text. A list, so no table is needed beside it. */
export function Bars({ name, bars }: { name: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className={styles.bars} aria-label={name}>
      {bars.map(({ key, label, value, text, note, tone = 'accent' }) => (
        <li key={key} className={styles.row}>
          <span className={styles.label}>{label}</span>
          <span className={styles.track}>
            <svg className={styles.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect className={cx(styles.fill, styles[tone])} width={(value / most) * 100} height="10" />
            </svg>
          </span>
          <span className={styles.value}>
            <strong>{text}</strong>
            {note && <span className={styles.note}>{note}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
