import { useLingui } from '@lingui/react/macro';
import { Field, Input, Select, Textarea } from '../../../../kit/index.ts';
import { useWords } from '../../words.ts';
import { clearedText, kindOf } from './fields.ts';
import { GroupField, ListField } from './ListField.tsx';
import { RecordField } from './RecordField.tsx';
import { PersonField, ReferenceField, TargetField } from './ReferenceField.tsx';
import { ScalarField } from './ScalarField.tsx';
import { textOf } from './text-of.ts';
import { type FieldProps, useField } from './use-field.ts';

/** A field of a step, by its schema: a new type of step has a form without any change here. */
export function SchemaField({ field, path }: FieldProps) {
  const { schema } = field;
  const kind = kindOf(field);
  switch (kind.kind) {
    case 'target':
      return <TargetField field={field} path={path} />;
    case 'reference':
      return <ReferenceField field={field} path={path} source={kind.source} />;
    case 'person':
      return <PersonField field={field} path={path} source={kind.source} />;
    case 'enum':
      return <EnumField field={field} path={path} values={kind.values} />;
    case 'list':
      return <ListField field={field} path={path} item={kind.item} Inner={SchemaField} />;
    case 'group':
      return <GroupField field={field} path={path} Inner={SchemaField} />;
    case 'record':
      return <RecordField field={field} path={path} schema={kind.value} />;
    case 'scalar':
      return <ScalarField field={field} path={path} />;
    case 'number':
      return <NumberField field={field} path={path} />;
    case 'numberOrText':
      return <TextField field={field} path={path} isCode toValue={numberOrText} />;
    case 'text':
      return <TextField field={field} path={path} isLong={kind.isLong} isCode={kind.isCode} maxLength={schema.maxLength} />;
    default:
      return kind satisfies never;
  }
}

const numberOrText = (text: string): string | number => (/^[1-5]$/.test(text) ? Number(text) : text);

type TextProps = FieldProps & {
  isLong?: boolean;
  isCode?: boolean;
  maxLength?: number | undefined;
  toValue?: (text: string) => unknown;
};

function TextField({ field, path, isLong = false, isCode = false, maxLength, toValue = String }: TextProps) {
  const { label, value, error, set, isDisabled } = useField({ field, path });
  const common = {
    value: textOf(value),
    maxLength,
    disabled: isDisabled,
    dir: isCode ? 'ltr' : 'auto',
    spellCheck: !isCode,
    onChange: ({ target }: { target: { value: string } }) =>
      set(target.value === '' ? clearedText(field) : toValue(target.value)),
  } as const;
  return (
    <Field label={label} error={error}>
      {isLong ? <Textarea rows={isCode ? 2 : 4} {...common} /> : <Input {...common} />}
    </Field>
  );
}

function NumberField({ field, path }: FieldProps) {
  const { label, value, error, set, isDisabled } = useField({ field, path });
  const { minimum, maximum } = field.schema;
  return (
    <Field label={label} error={error}>
      <Input
        type="number"
        dir="ltr"
        min={minimum}
        max={maximum}
        value={typeof value === 'number' ? value : ''}
        disabled={isDisabled}
        onChange={({ target }) => set(target.value === '' ? undefined : Number(target.value))}
      />
    </Field>
  );
}

function EnumField({ field, path, values }: FieldProps & { values: readonly string[] }) {
  const { t } = useLingui();
  const words = useWords();
  const { label, value, error, set, isDisabled } = useField({ field, path });
  const isOptional = !field.isRequired && field.schema.default === undefined;
  const options = values.map((one) => ({ value: one, label: words.value(one) }));
  return (
    <Field label={label} error={error}>
      <Select
        value={(value ?? field.schema.default ?? (isOptional ? '' : null)) as string | null}
        options={isOptional ? [{ value: '', label: t`Any` }, ...options] : options}
        disabled={isDisabled}
        onChange={(next) => set(next === '' ? undefined : next)}
      />
    </Field>
  );
}
