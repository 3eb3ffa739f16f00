import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';
import { cx } from './cx.ts';

export type ButtonLook = 'primary' | 'second' | 'quiet' | 'danger' | 'dangerQuiet' | 'link';
type Size = 'small' | 'normal' | 'big';

export type Look = { look?: ButtonLook; size?: Size; wide?: boolean };

/** Class names of a button, for links that look like one. */
export const buttonClass = ({ look = 'second', size = 'normal', wide = false }: Look, ...more: (string | undefined)[]): string =>
  cx(styles.button, styles[look], size !== 'normal' && styles[size], wide && styles.wide, ...more);

export type ButtonProps = ComponentProps<'button'> & Look & { icon?: ReactNode; busy?: boolean };

/** One primary button per view. While `busy`, a ring turns and clicks do nothing; say in the text what happens ("Sending"). */
export function Button({ look, size, wide, icon, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass({ look, size, wide }, className)}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {!busy && icon}
      {children}
    </button>
  );
}
