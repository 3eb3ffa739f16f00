import { useLingui } from '@lingui/react/macro';
import { PlainInput, Select } from '../../../../kit/index.ts';
import styles from './Form.module.css';
import { textOf } from './text-of.ts';
import { type FieldProps, useField } from './use-field.ts';

type Type = 'text' | 'number' | 'true' | 'false' | 'null';
const firstOf: Record<Type, unknown> = { text: '', number: 0, true: true, false: false, null: null };

function typeOf(value: unknown): Type {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return typeof value === 'number' ? 'number' : 'text';
}

/** A text, a number, yes, no or nothing. The empty text is a value too. */
export function ScalarField(props: FieldProps) {
  const { label, value, error, set, isDisabled } = useField(props);
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <ScalarInput label={label} value={value} onChange={set} isDisabled={isDisabled} />
      {error && <p className={styles.error}>{error}</p>}
    </fieldset>
  );
}

type Props = { label: string; value: unknown; onChange: (value: unknown) => void; isDisabled: boolean };

export function ScalarInput({ label, value, onChange, isDisabled }: Props) {
  const { t } = useLingui();
  const type = typeOf(value);
  const options: { value: Type; label: string }[] = [
    { value: 'text', label: t`Text` },
    { value: 'number', label: t`Number` },
    { value: 'true', label: t`Yes` },
    { value: 'false', label: t`No` },
    { value: 'null', label: t`Nothing` },
  ];
  return (
    <span className={styles.scalar}>
      {(type === 'text' || type === 'number') && (
        <PlainInput
          type={type === 'number' ? 'number' : 'text'}
          step="any"
          dir="auto"
          aria-label={label}
          value={textOf(value)}
          disabled={isDisabled}
          onChange={({ target }) => onChange(type === 'number' ? Number(target.value) : target.value)}
        />
      )}
      <Select
        name={t`Kind of value`}
        value={type}
        options={options}
        disabled={isDisabled}
        onChange={(next) => onChange(firstOf[next])}
      />
    </span>
  );
}
