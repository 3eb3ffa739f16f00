import { useLingui } from '@lingui/react/macro';
import { Combobox, Field, Input, MultiCombobox, Select, Stack } from '../../kit/index.ts';
import { useLabels } from '../queries.ts';
import { type Condition, type Operator, takesValues } from './conditions.ts';
import { type FilterField, operatorsOf, valuesFor } from './fields.ts';
import type { Literal } from './grammar.ts';
import { useFieldTitles, useOperatorWords } from './use-words.ts';

type Props = { condition: Condition; fields: readonly FilterField[]; onChange: (condition: Condition) => void };

/** The form of one chip: field, operator and value. A change is applied at once. */
export function ConditionEditor({ condition, fields, onChange }: Props) {
  const { t } = useLingui();
  const titles = useFieldTitles();
  const operatorWords = useOperatorWords();
  const field = fields.find(({ name }) => name === condition.field);
  const kind = field?.kind ?? 'text';
  const options = fields.map(({ name, title }) => ({ value: name, label: title ?? titles[name] ?? name }));
  const chooseField = (name: string | null) => {
    const chosen = fields.find((one) => one.name === name);
    if (chosen && chosen.name !== condition.field) onChange(newCondition(chosen));
  };
  const chooseOperator = (operator: Operator) =>
    onChange({ ...condition, operator, values: valuesFor(kind, operator, condition.values) });
  return (
    <Stack>
      <Field label={t`Field`}>
        <Combobox options={options} value={condition.field} onChange={chooseField} placeholder={t`Find a field`} />
      </Field>
      <Field label={t`Comparison`}>
        <Select<Operator>
          value={condition.operator}
          options={operatorsOf(kind).map((value) => ({ value, label: operatorWords(value, kind) }))}
          onChange={chooseOperator}
        />
      </Field>
      {field && takesValues(condition.operator) !== 'none' && (
        <Field label={t`Value`}>
          <ValueInput field={field} condition={condition} onChange={(values) => onChange({ ...condition, values })} />
        </Field>
      )}
    </Stack>
  );
}

export function newCondition({ name, kind }: FilterField): Condition {
  const [operator = 'is'] = operatorsOf(kind);
  return { field: name, operator, values: valuesFor(kind, operator, []) };
}

type ValueProps = { field: FilterField; condition: Condition; onChange: (values: Literal[]) => void };

function ValueInput({ field, condition: { values }, onChange }: ValueProps) {
  const { t } = useLingui();
  const labels = useLabels();
  const [value = ''] = values;
  switch (field.kind) {
    case 'label':
      return (
        <Choices
          options={(labels ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          values={values}
          onChange={onChange}
        />
      );
    case 'choice':
      return (
        <Choices
          options={field.options.map((option) => ({ value: option, label: option }))}
          values={values}
          onChange={onChange}
        />
      );
    case 'boolean':
      return (
        <Select
          value={String(value)}
          options={[
            { value: 'true', label: t`yes` },
            { value: 'false', label: t`no` },
          ]}
          onChange={(next) => onChange([next === 'true'])}
        />
      );
    case 'number':
      return (
        <Input type="number" step="any" value={String(value)} onChange={({ target }) => onChange([numberOf(target.value)])} />
      );
    case 'date':
    case 'time':
      return <Input type="date" value={String(value).slice(0, 10)} onChange={({ target }) => onChange([target.value])} />;
    default:
      return <Input value={String(value)} onChange={({ target }) => onChange([target.value])} autoComplete="off" />;
  }
}

const numberOf = (text: string): Literal => (text === '' || !Number.isFinite(Number(text)) ? '' : Number(text));

type ChoicesProps = { options: { value: string; label: string }[]; values: Literal[]; onChange: (values: Literal[]) => void };

function Choices({ options, values, onChange }: ChoicesProps) {
  const { t } = useLingui();
  return <MultiCombobox options={options} values={values.map(String)} onChange={onChange} placeholder={t`Choose one or more`} />;
}
