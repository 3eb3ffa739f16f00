import { useLingui } from '@lingui/react/macro';
import { Combobox, Field, Input, MultiCombobox, Select, Switch, Textarea } from '../../../kit/index.ts';
import { ColorField } from './ColorField.tsx';
import { useErrorText } from './error-text.ts';
import { FilesField } from './FilesField.tsx';
import styles from './Form.module.css';
import type { FieldRow } from './fields.ts';
import { ListField } from './ListField.tsx';
import type { FormState } from './use-form.ts';
import { useOptions } from './use-options.ts';

type Props<V extends object> = { row: FieldRow<V>; form: FormState<V>; isNew: boolean; disabled: boolean };

/** One field of a form, as its row describes it. */
export function FormField<V extends object>({ row, form, isNew, disabled }: Props<V>) {
  const { t, i18n } = useLingui();
  const errorText = useErrorText();
  if (row.isHidden?.(form.values)) return null;
  const isDisabled = disabled || (row.isFixed?.(isNew, form.values) ?? false);
  const errorOf = (name: string) => errorText(form.errors.fields[name]);
  if (row.kind === 'custom') return <row.Render values={form.values} set={form.set} errorOf={errorOf} disabled={isDisabled} />;
  const hint = row.hint && i18n._(row.hint);
  if (row.kind === 'switch')
    return (
      <div className={styles.switch}>
        <Switch
          checked={form.values[row.name] as boolean}
          onChange={(checked) => form.set(row.name, checked as V[typeof row.name])}
          label={i18n._(row.label)}
          disabled={isDisabled}
        />
        {hint && <p className={styles.switchHint}>{hint}</p>}
      </div>
    );
  return (
    <Field
      label={i18n._(row.label)}
      name={row.name}
      hint={hint}
      error={errorOf(row.name)}
      aside={row.isOptional && <span className={styles.optional}>{t`optional`}</span>}
    >
      <Control row={row} form={form} disabled={isDisabled} />
    </Field>
  );
}

function Control<V extends object>({ row, form, disabled }: Omit<Props<V>, 'isNew'>) {
  const { i18n } = useLingui();
  const value = form.values[row.name] as never;
  const set = (next: unknown) => form.set(row.name, next as V[typeof row.name]);
  switch (row.kind) {
    case 'text':
      return (
        <Input
          type={row.type ?? 'text'}
          value={value}
          dir={row.dir ?? 'auto'}
          placeholder={row.placeholder}
          maxLength={row.maxLength}
          disabled={disabled}
          onChange={(event) => set(event.target.value)}
        />
      );
    case 'textarea':
      return (
        <Textarea
          rows={row.rows ?? 5}
          value={value}
          dir="auto"
          placeholder={row.placeholder}
          maxLength={row.maxLength}
          disabled={disabled}
          onChange={(event) => set(event.target.value)}
        />
      );
    case 'number':
      return (
        <span className={styles.number}>
          <Input
            type="number"
            inputMode="numeric"
            value={value ?? ''}
            min={row.min}
            max={row.max}
            disabled={disabled}
            onChange={(event) => set(event.target.value === '' ? null : Number(event.target.value))}
          />
          {row.unit && <span className={styles.unit}>{i18n._(row.unit)}</span>}
        </span>
      );
    case 'select':
      return (
        <Select
          value={value}
          options={row.options.map((option) => ({ value: option.value, label: i18n._(option.label) }))}
          onChange={set}
          disabled={disabled}
        />
      );
    case 'one':
      return <OneOf row={row} value={value} onChange={set} disabled={disabled} />;
    case 'many':
      return <ManyOf row={row} values={value} onChange={set} disabled={disabled} />;
    case 'color':
      return <ColorField value={value} onChange={set} disabled={disabled} />;
    case 'list':
      return <ListField values={value} onChange={set} disabled={disabled} add={i18n._(row.add)} placeholder={row.placeholder} />;
    case 'files':
      return <FilesField fileIds={value} onChange={set} disabled={disabled} most={row.most} />;
    default:
      return null;
  }
}

type OneRow<V> = Extract<FieldRow<V>, { kind: 'one' }>;
type ManyRow<V> = Extract<FieldRow<V>, { kind: 'many' }>;

function OneOf<V>({
  row,
  value,
  onChange,
  disabled,
}: {
  row: OneRow<V>;
  value: string | null;
  onChange: (id: unknown) => void;
  disabled: boolean;
}) {
  const { i18n } = useLingui();
  const options = [{ value: '', label: i18n._(row.none) }, ...useOptions(row.source)];
  if (options.length > 12)
    return <Combobox options={options} value={value ?? ''} onChange={(id) => onChange(id || null)} disabled={disabled} />;
  return <Select value={value ?? ''} options={options} onChange={(id) => onChange(id || null)} disabled={disabled} />;
}

function ManyOf<V>({
  row,
  values,
  onChange,
  disabled,
}: {
  row: ManyRow<V>;
  values: string[];
  onChange: (ids: unknown) => void;
  disabled: boolean;
}) {
  const { i18n } = useLingui();
  return (
    <MultiCombobox
      options={useOptions(row.source)}
      values={values}
      onChange={onChange}
      placeholder={i18n._(row.none)}
      disabled={disabled}
    />
  );
}
