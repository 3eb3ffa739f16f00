import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';
import { buttonClass, type Look } from './Button.tsx';
import { Tooltip } from './Tooltip.tsx';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> &
  Look & {
    /** Accessible name, and text of the tooltip. */
    label: string;
    icon: ReactNode;
    /** Shown in the tooltip, for example `mod+k`. */
    shortcut?: string | undefined;
  };

export function IconButton({ label, icon, look = 'quiet', size, wide, shortcut, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} shortcut={shortcut}>
      <button type="button" aria-label={label} className={buttonClass({ look, size, wide }, styles.icon, className)} {...rest}>
        {icon}
      </button>
    </Tooltip>
  );
}
