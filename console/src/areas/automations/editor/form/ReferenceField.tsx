import { useLingui } from '@lingui/react/macro';
import { Combobox, Field, type Option, Select } from '../../../../kit/index.ts';
import { useFormContext } from './context.ts';
import { textOf } from './text-of.ts';
import { type Source, useChoices } from './use-choices.ts';
import { type FieldProps, useField } from './use-field.ts';

const END = '';

/** The step that follows. */
export function TargetField({ field, path }: FieldProps) {
  const { t } = useLingui();
  const { targets } = useFormContext();
  const { label, value, error, set, isDisabled } = useField({ field, path });
  const ends = { value: END, label: t`The run ends` };
  const target = typeof value === 'string' ? value : END;
  return (
    <Field label={label} error={error}>
      <Select
        value={target}
        options={withMissing([ends, ...targets], target)}
        disabled={isDisabled}
        onChange={(next) => set(next === END ? undefined : next)}
      />
    </Field>
  );
}

/** An entry of another resource, found by its name. */
export function ReferenceField({ field, path, source }: FieldProps & { source: Source }) {
  const { t } = useLingui();
  const { label, value, error, set, isDisabled } = useField({ field, path });
  const choices = useChoices(source);
  const chosen = typeof value === 'string' && value !== '' ? value : null;
  return (
    <Field label={label} error={error}>
      <Combobox
        value={chosen}
        options={chosen ? withMissing(choices, chosen) : choices}
        placeholder={field.isRequired ? t`Choose` : t`Any`}
        disabled={isDisabled}
        onChange={(next) => set(next ?? (field.isRequired ? '' : undefined))}
      />
    </Field>
  );
}

const KEEP = 'keep';
const UNASSIGN = 'nobody';

/** Assigns a person or a team, removes the assignment, or keeps it. */
export function PersonField({ field, path, source }: FieldProps & { source: Source }) {
  const { t } = useLingui();
  const { label, value, error, set, isDisabled } = useField({ field, path });
  const choices = useChoices(source);
  const given = [
    { value: KEEP, label: t`Stays as it is` },
    { value: UNASSIGN, label: t`Nobody` },
  ];
  const chosen = value === undefined ? KEEP : value === null ? UNASSIGN : textOf(value);
  const change = (next: string) => set(next === KEEP ? undefined : next === UNASSIGN ? null : next);
  return (
    <Field label={label} error={error}>
      <Select value={chosen} options={withMissing([...given, ...choices], chosen)} disabled={isDisabled} onChange={change} />
    </Field>
  );
}

/** A value that is not among the choices is shown as it is: it may have been deleted. */
const withMissing = (options: readonly Option[], value: string): readonly Option[] =>
  options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
