import type { types } from '@patchbay/sdk';
import { cx } from '../../../kit/index.ts';
import { ledsOf } from '../progress.ts';
import styles from './Led.module.css';

const WIDTH = 10;

/** The progress as a row of lamps. The figures have to be beside it. */
export function LedBar({ counts, size, big = false }: { counts: types.CampaignCounts; size: number; big?: boolean }) {
  return (
    <svg
      className={cx(styles.bar, big && styles.big)}
      viewBox={`0 0 ${size * WIDTH - 2.5} 18`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {ledsOf(counts, size).map((tone, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lamps have no identity but their place
        <rect key={index} className={styles[tone]} x={index * WIDTH} width={WIDTH - 2.5} height="18" rx="1.5" />
      ))}
    </svg>
  );
}

export const Key = ({ tone }: { tone: 'sent' | 'failed' | 'unknown' | 'waiting' | 'cancelled' }) => (
  <svg className={styles.key} viewBox="0 0 12 8" aria-hidden="true">
    <rect className={styles[tone]} width="12" height="8" rx="1.5" />
  </svg>
);
