import { useLingui } from '@lingui/react/macro';
import { SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { openCallPanel } from './call-panel.ts';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';
import styles from './Layout.module.css';

type HeaderProps = {
  title: ReactNode;
  /** A counter or a sentence beside the title. */
  meta?: ReactNode;
  /** Before the title: a back button on narrow screens. */
  lead?: ReactNode;
  /** Buttons at the end. */
  children?: ReactNode;
  level?: 1 | 2;
};

/** The bar of a pane, 52 px high. Has "Show the call" on every screen; a second pane (level 2) has none. */
export function PageHeader({ title, meta, lead, children, level = 1 }: HeaderProps) {
  const { t } = useLingui();
  const Heading = `h${level}` as const;
  return (
    <header className={styles.bar}>
      {lead}
      <Heading className={styles.title}>{title}</Heading>
      <span className={styles.meta}>{meta}</span>
      {children}
      {level === 1 && (
        <IconButton label={t`Show the call`} icon={<SquareTerminal size={16} aria-hidden />} onClick={openCallPanel} />
      )}
    </header>
  );
}

/** A header and a body that scrolls. */
export function Page({ header, pad = false, children }: { header: ReactNode; pad?: boolean; children: ReactNode }) {
  return (
    <div className={styles.page}>
      {header}
      <div className={cx(styles.body, pad && styles.pad)}>{children}</div>
    </div>
  );
}

type SplitProps = { side: ReactNode; sideLabel: string; sideAt?: 'start' | 'end'; children: ReactNode };

/** Main and side pane; below 1024 px the side goes under the main pane, a side at the start goes above below 768 px. */
export function SplitLayout({ side, sideLabel, sideAt = 'end', children }: SplitProps) {
  const aside = (
    <aside className={styles.side} aria-label={sideLabel}>
      {side}
    </aside>
  );
  return (
    <div className={cx(styles.split, sideAt === 'start' && styles.startSide)}>
      {sideAt === 'start' && aside}
      <div>{children}</div>
      {sideAt === 'end' && aside}
    </div>
  );
}

/** Children below each other with even space. */
export const Stack = ({ children }: { children: ReactNode }) => <div className={styles.stack}>{children}</div>;
