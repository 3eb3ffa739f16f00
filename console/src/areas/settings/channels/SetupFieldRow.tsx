import { useLingui } from '@lingui/react/macro';
import { Field, Input } from '../../../kit/index.ts';
import form from '../form/Form.module.css';
import type { SetupField } from './setup.ts';
import { fieldTexts } from './setup-texts.ts';

type Props = {
  field: SetupField;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
  /** The channel has a value already: an empty secret stays as it is. */
  isStored?: boolean;
};

/** A value of the provider, with where to find it. */
export function SetupFieldRow({ field: { name, kind, isOptional, example }, value, error, onChange, isStored = false }: Props) {
  const { t, i18n } = useLingui();
  const { label, where } = fieldTexts[name];
  const isSecret = kind === 'secret' || (kind === 'generated' && isStored && name !== 'callbackUsername');
  return (
    <Field
      label={i18n._(label)}
      name={name}
      hint={i18n._(where)}
      error={error}
      aside={isOptional && <span className={form.optional}>{t`optional`}</span>}
    >
      <Input
        type={isSecret ? 'password' : 'text'}
        inputMode={kind === 'number' ? 'numeric' : undefined}
        autoComplete="off"
        dir="ltr"
        spellCheck={false}
        value={value}
        placeholder={isSecret && isStored ? t`Stored; enter a new one to replace it` : example}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
