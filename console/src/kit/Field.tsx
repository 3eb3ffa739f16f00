import { Field as Base } from '@base-ui/react/field';
import { TriangleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Field.module.css';
import type { InputProps } from './PlainInput.tsx';

type FieldProps = {
  label: ReactNode;
  /** One sentence below the control. */
  hint?: ReactNode;
  /** What is wrong and what to do; marks the control as invalid and is read with it. */
  error?: ReactNode;
  /** At the end of the line of the label, for example a link. */
  aside?: ReactNode;
  name?: string;
  children: ReactNode;
};

/** A control (Input, Textarea, Select, Combobox) with its label, hint and error, tied by ids. */
export function Field({ label, hint, error, aside, name, children }: FieldProps) {
  return (
    <Base.Root className={styles.field} name={name} invalid={Boolean(error)}>
      <span className={styles.labelRow}>
        <Base.Label className={styles.label}>{label}</Base.Label>
        {aside}
      </span>
      {children}
      {hint && <Base.Description className={styles.hint}>{hint}</Base.Description>}
      {error && (
        <Base.Error match className={styles.error}>
          <TriangleAlert size={14} aria-hidden />
          <span>{error}</span>
        </Base.Error>
      )}
    </Base.Root>
  );
}

export function Input({ big = false, soft = false, className, ...rest }: InputProps) {
  return (
    <Base.Control render={<input {...rest} />} className={cx(styles.input, big && styles.big, soft && styles.soft, className)} />
  );
}

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return <Base.Control render={<textarea rows={rows} {...rest} />} className={cx(styles.input, className)} />;
}
