import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';
import field from './Field.module.css';
import styles from './Popup.module.css';

export type Option<T extends string = string> = {
  value: T;
  label: string;
  hint?: ReactNode;
  icon?: ReactNode;
  disabled?: boolean;
};

type Props<T extends string> = {
  value: T | null;
  options: readonly Option<T>[];
  onChange: (value: T) => void;
  /** Accessible name where no Field is around. */
  name?: string;
  placeholder?: string;
  disabled?: boolean;
};

/** One of a short list. For long lists, or several values, use Combobox. */
export function Select<T extends string>({ value, options, onChange, name, placeholder, disabled }: Props<T>) {
  const trigger = useRef<HTMLButtonElement>(null);
  // When options change, Base UI falls back to the first value if it does not find the option of the present one at once. Only a person
  // changes a value: by an option, or by typing while the field has the focus.
  const isByPerson = (reason: string): boolean => reason !== 'none' || document.activeElement === trigger.current;
  return (
    <Base.Root
      items={options.map((option) => ({ value: option.value, label: option.label }))}
      value={value}
      onValueChange={(next, { reason }) => next !== null && isByPerson(reason) && onChange(next as T)}
      disabled={disabled}
    >
      <Base.Trigger ref={trigger} className={cx(field.input, field.select)} aria-label={name}>
        <Base.Value placeholder={placeholder} />
        <ChevronDown size={14} aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className={cx(styles.pop, styles.menu, styles.sameWidth)}>
            {options.map((option) => (
              <Base.Item key={option.value} value={option.value} disabled={option.disabled} className={styles.item}>
                {option.icon}
                <Base.ItemText className={styles.itemText}>{option.label}</Base.ItemText>
                {option.hint && <span className={styles.itemHint}>{option.hint}</span>}
                <Base.ItemIndicator className={styles.mark}>
                  <Check size={14} aria-hidden />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
