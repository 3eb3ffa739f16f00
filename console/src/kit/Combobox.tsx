import { Combobox as Base } from '@base-ui/react/combobox';
import { useLingui } from '@lingui/react/macro';
import { Check, X } from 'lucide-react';
import { cx } from './cx.ts';
import field from './Field.module.css';
import marks from './Marks.module.css';
import styles from './Popup.module.css';
import type { Option } from './Select.tsx';

type Common = {
  options: readonly Option[];
  /** Accessible name where no Field is around. */
  name?: string;
  placeholder?: string;
  disabled?: boolean;
  /** For lists that the server searches: gives the typed text; then `options` are shown as they are. */
  onSearch?: (text: string) => void;
};

type One = Common & { value: string | null; onChange: (value: string | null) => void };
type Many = Common & { values: readonly string[]; onChange: (values: string[]) => void };

const same = (a: Option | null, b: Option | null) => a?.value === b?.value;

type Details = { reason: string; cancel: () => void; allowPropagation: () => void };

/** Escape closes the list, and then what is around it. Base UI would clear the value instead. Returns whether the change was refused. */
function isKept(details: Details): boolean {
  if (details.reason !== 'escape-key') return false;
  details.cancel();
  details.allowPropagation();
  return true;
}

/** One value of a long list, found by typing. */
export function Combobox({ options, value, onChange, name, placeholder, disabled, onSearch }: One) {
  return (
    <Base.Root<Option>
      items={options}
      value={options.find((option) => option.value === value) ?? null}
      onValueChange={(option, details) => !isKept(details) && onChange(option?.value ?? null)}
      onInputValueChange={(text, details) => !isKept(details) && details.reason === 'input-change' && onSearch?.(text)}
      isItemEqualToValue={same}
      filter={onSearch ? null : undefined}
      disabled={disabled}
    >
      <Base.Input className={field.input} placeholder={placeholder} aria-label={name} />
      <Popup />
    </Base.Root>
  );
}

/** Several values as chips, for example labels. */
export function MultiCombobox({ options, values, onChange, name, placeholder, disabled, onSearch }: Many) {
  const { t } = useLingui();
  const chosen = values.map((value) => options.find((option) => option.value === value) ?? { value, label: value });
  return (
    <Base.Root<Option, true>
      multiple
      items={options}
      value={chosen}
      onValueChange={(next, details) => !isKept(details) && onChange(next.map((option) => option.value))}
      onInputValueChange={(text, details) => !isKept(details) && onSearch?.(text)}
      isItemEqualToValue={same}
      filter={onSearch ? null : undefined}
      disabled={disabled}
    >
      <Base.Chips className={cx(field.input, field.chips)}>
        {chosen.map((option) => (
          <Base.Chip key={option.value} className={marks.chip} aria-label={option.label}>
            <bdi className={marks.chipText}>{option.label}</bdi>
            <Base.ChipRemove className={marks.chipRemove} aria-label={t`Remove ${option.label}`}>
              <X size={12} aria-hidden />
            </Base.ChipRemove>
          </Base.Chip>
        ))}
        <Base.Input className={field.chipsInput} placeholder={values.length === 0 ? placeholder : undefined} aria-label={name} />
      </Base.Chips>
      <Popup />
    </Base.Root>
  );
}

function Popup() {
  const { t } = useLingui();
  return (
    <Base.Portal>
      <Base.Positioner className={styles.positioner} sideOffset={4}>
        <Base.Popup className={cx(styles.pop, styles.menu, styles.sameWidth)}>
          <Base.Empty className={styles.empty}>{t`Nothing found`}</Base.Empty>
          <Base.List>
            {(option: Option) => (
              <Base.Item key={option.value} value={option} disabled={option.disabled} className={styles.item}>
                {option.icon}
                <bdi className={styles.itemText}>{option.label}</bdi>
                {option.hint && <span className={styles.itemHint}>{option.hint}</span>}
                <Base.ItemIndicator className={styles.mark}>
                  <Check size={14} aria-hidden />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
