import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Field.module.css';

type Props = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Text beside the control. Without it, `name` is the accessible name. */
  label?: ReactNode;
  name?: string;
  disabled?: boolean;
};

export function Checkbox({ checked, onChange, label, name, disabled, mixed = false }: Props & { mixed?: boolean }) {
  const box = (
    <BaseCheckbox.Root
      checked={checked}
      indeterminate={mixed}
      onCheckedChange={onChange}
      disabled={disabled}
      aria-label={label ? undefined : name}
      className={styles.check}
    >
      <BaseCheckbox.Indicator>{mixed ? <Minus size={12} aria-hidden /> : <Check size={12} aria-hidden />}</BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  );
  return label ? <Labelled control={box}>{label}</Labelled> : box;
}

export function Switch({ checked, onChange, label, name, disabled }: Props) {
  const control = (
    <BaseSwitch.Root
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      aria-label={label ? undefined : name}
      className={styles.switch}
    >
      <BaseSwitch.Thumb className={styles.thumb} />
    </BaseSwitch.Root>
  );
  return label ? <Labelled control={control}>{label}</Labelled> : control;
}

function Labelled({ control, children }: { control: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is a child, made by Base UI
    <label className={styles.choice}>
      {control}
      <span>{children}</span>
    </label>
  );
}

type SegmentsProps<T extends string> = {
  /** Accessible name of the group. */
  name: string;
  value: T;
  options: readonly { value: T; label: ReactNode }[];
  onChange: (value: T) => void;
};

/** Two to four choices of which one is on. */
export function Segments<T extends string>({ name, value, options, onChange }: SegmentsProps<T>) {
  return (
    <RadioGroup aria-label={name} value={value} onValueChange={(next) => onChange(next as T)} className={styles.segments}>
      {options.map((option) => (
        <Radio.Root key={option.value} value={option.value} className={styles.segment}>
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
