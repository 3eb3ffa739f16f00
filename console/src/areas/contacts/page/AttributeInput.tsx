import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Input, MultiCombobox, Select } from '../../../kit/index.ts';
import type { AttributeType, InputValue } from './attribute-input.ts';

type Props = {
  attribute: Pick<types.Attribute, 'name' | 'type' | 'options'>;
  value: InputValue;
  onChange: (value: InputValue) => void;
  autoFocus?: boolean;
};

const inputTypes: Partial<Record<AttributeType, string>> = {
  number: 'number',
  date: 'date',
  datetime: 'datetime-local',
  url: 'url',
  email: 'email',
  phone: 'tel',
};

/** The input that suits the type of an attribute. */
export function AttributeInput({ attribute: { name, type, options }, value, onChange, autoFocus = false }: Props) {
  const { t } = useLingui();
  const none = { value: '', label: t({ message: 'None', context: 'no value' }) };
  if (type === 'multi_select' && options.length > 0)
    return (
      <MultiCombobox
        name={name}
        options={options.map((option) => ({ value: option, label: option }))}
        values={Array.isArray(value) ? value : []}
        onChange={onChange}
        placeholder={t`Choose one or more`}
      />
    );
  const text = Array.isArray(value) ? value.join(', ') : value;
  if (type === 'select' && options.length > 0)
    return (
      <Select
        name={name}
        value={text}
        options={[none, ...options.map((option) => ({ value: option, label: option }))]}
        onChange={onChange}
      />
    );
  if (type === 'boolean') {
    const choices = [none, { value: 'true', label: t`yes` }, { value: 'false', label: t`no` }];
    return <Select name={name} value={text} options={choices} onChange={onChange} />;
  }
  return (
    <Input
      type={inputTypes[type] ?? 'text'}
      step={type === 'number' ? 'any' : undefined}
      dir={type === 'text' ? 'auto' : 'ltr'}
      aria-label={name}
      value={text}
      autoComplete="off"
      autoFocus={autoFocus}
      onChange={({ target }) => onChange(type === 'multi_select' ? listOf(target.value) : target.value)}
    />
  );
}

/** A multi_select without options takes any texts, separated by commas. */
const listOf = (text: string): string[] => (text === '' ? [] : text.split(',').map((part) => part.trimStart()));
