import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Marks.module.css';

type Tone = 'plain' | 'ok' | 'warn' | 'danger' | 'info' | 'live';

/** A state in a word: Draft, Delivered, Failed. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={cx(styles.badge, tone !== 'plain' && styles[tone])}>{children}</span>;
}

/** A label or a filter that can be taken off. `removeLabel` is the name of the button, for example "Remove vip". */
export function Chip({ children, onRemove, removeLabel }: { children: ReactNode; onRemove?: () => void; removeLabel?: string }) {
  return (
    <span className={styles.chip}>
      <bdi className={styles.chipText}>{children}</bdi>
      {onRemove && (
        <button type="button" className={styles.chipRemove} aria-label={removeLabel} onClick={onRemove}>
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  );
}

/** A lamp with its word; the word is required, because colour alone is no information. */
export function StatusDot({ tone, children }: { tone: 'ok' | 'warn' | 'danger' | 'muted' | 'live'; children: ReactNode }) {
  const color = { ok: styles.tOk, warn: styles.tWarn, danger: styles.tDanger, muted: styles.tMuted, live: styles.tLive }[tone];
  return (
    <span className={cx(styles.dotLine, color)}>
      <span className={styles.dot} aria-hidden />
      <span className={styles.dotText}>{children}</span>
    </span>
  );
}

/** A plain number in a list of views. */
export const Count = ({ children }: { children: ReactNode }) => <span className={styles.count}>{children}</span>;

/** The number of unread messages; `label` is read before it. */
export function UnreadCount({ count, label }: { count: number; label: string }) {
  return (
    <span className={styles.unread}>
      <span className={styles.hidden}>{label} </span>
      {count > 99 ? '99+' : count}
    </span>
  );
}

/** Text for screen readers only. */
export const Hidden = ({ children }: { children: ReactNode }) => <span className={styles.hidden}>{children}</span>;

/** The text of a button that shows only its icon on narrow screens; it stays the button's name. */
export const WideText = ({ children, isForDesktop = false }: { children: ReactNode; isForDesktop?: boolean }) => (
  <span className={isForDesktop ? styles.hiddenBelowDesktop : styles.hiddenOnPhones}>{children}</span>
);
