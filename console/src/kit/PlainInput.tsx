import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import styles from './Field.module.css';

export type InputProps = Omit<ComponentProps<'input'>, 'size'> & { big?: boolean; soft?: boolean };

/** An input outside a Field: it needs an accessible name of its own. */
export function PlainInput({ big = false, soft = false, className, ...rest }: InputProps) {
  return <input className={cx(styles.input, big && styles.big, soft && styles.soft, className)} {...rest} />;
}

/** A search field without a visible label; `label` is its accessible name. */
export function SearchInput({ label, soft = true, className, ...rest }: InputProps & { label: string }) {
  return (
    <span className={cx(styles.find, className)}>
      <Search size={16} aria-hidden />
      <PlainInput type="search" aria-label={label} placeholder={label} soft={soft} {...rest} />
    </span>
  );
}
