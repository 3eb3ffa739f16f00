import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import { cx } from './cx.ts';
import styles from './Popup.module.css';
import type { OpenChange } from './trigger.ts';

type Props = {
  anchor: RefObject<HTMLElement | null>;
  label: string;
  side: 'bottom' | 'top' | 'inline-end';
  align: 'start' | 'center' | 'end';
  flush: boolean;
  isOpen: boolean;
  onOpenChange: OpenChange;
  children: ReactNode;
};

export function PopoverPopup({ anchor, label, side, align, flush, isOpen, onOpenChange, children }: Props) {
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} className={styles.positioner} sideOffset={6} side={side} align={align}>
          <Base.Popup className={cx(styles.pop, !flush && styles.body)} aria-label={label} finalFocus={anchor}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
