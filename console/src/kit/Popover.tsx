import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Popup.module.css';

type Props = {
  trigger: ReactElement;
  /** Accessible name of the popover. */
  label: string;
  side?: 'bottom' | 'top' | 'inline-end';
  align?: 'start' | 'center' | 'end';
  /** Without padding, for lists. */
  flush?: boolean;
  open?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
};

export function Popover({
  trigger,
  label,
  side = 'bottom',
  align = 'start',
  flush = false,
  open,
  onOpenChange,
  children,
}: Props) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={6} side={side} align={align}>
          <Base.Popup className={cx(styles.pop, !flush && styles.body)} aria-label={label}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
