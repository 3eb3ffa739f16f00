import { useLingui } from '@lingui/react/macro';
import type { Field } from '../../definition/schema.ts';
import { useWords } from '../../words.ts';
import { useFormContext } from './context.ts';
import { kindOf } from './fields.ts';

export type FieldProps = { field: Field; path: string };

/** Returns the name of a field, its error and its value. */
export function useField({ field, path }: FieldProps) {
  const form = useFormContext();
  const words = useWords();
  const { t } = useLingui();
  const name = words.field(field.name);
  const isOptional = !field.isRequired && field.schema.default === undefined && kindOf(field).kind === 'text';
  return {
    label: isOptional ? t`${name} (optional)` : name,
    value: form.valueAt(path),
    error: form.errorAt(path),
    set: (value: unknown) => form.change(path, value),
    isDisabled: form.isDisabled,
  };
}
