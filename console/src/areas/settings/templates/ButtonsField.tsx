import { useLingui } from '@lingui/react/macro';
import { Plus, X } from 'lucide-react';
import { Button, Field, IconButton, Input, Menu, Notice } from '../../../kit/index.ts';
import type { CustomProps } from '../form/fields.ts';
import type { TemplateValues } from './page.tsx';
import type { TemplateButton } from './preview.ts';
import styles from './Templates.module.css';

/** How many there can be of each type, as Meta limits them. */
const MOST: Record<TemplateButton['type'], number> = { quick_reply: 10, url: 2, phone_number: 1 };
const MOST_TOGETHER = 10;
const EXAMPLE = 'https://example.com/orders/{{1}}';

export function ButtonsField({ values: { buttons }, set, errorOf, disabled }: CustomProps<TemplateValues>) {
  const { t } = useLingui();
  const names: Record<TemplateButton['type'], string> = {
    quick_reply: t`Quick reply`,
    url: t`Web address`,
    phone_number: t`Phone number`,
  };
  const types = Object.keys(names) as TemplateButton['type'][];
  const error = errorOf('buttons');
  const add = (type: TemplateButton['type']) =>
    set('buttons', [...buttons, { type, text: '', value: type === 'quick_reply' ? null : '', example: null }]);
  const isFull = (type: TemplateButton['type']) => buttons.filter((button) => button.type === type).length >= MOST[type];
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t`Buttons`}</legend>
      {error && <Notice tone="danger">{error}</Notice>}
      {buttons.map((button, index) => (
        <ButtonRow
          // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no ids and are edited in place
          key={index}
          name={names[button.type]}
          button={button}
          errorOf={(part) => errorOf(`buttons.${index}.${part}`)}
          disabled={disabled}
          onChange={(next) => set('buttons', buttons.with(index, next))}
          onRemove={() => set('buttons', buttons.toSpliced(index, 1))}
        />
      ))}
      {!disabled && buttons.length < MOST_TOGETHER && (
        <div>
          <Menu
            trigger={
              <Button size="small" icon={<Plus size={14} aria-hidden />}>
                {t`Add button`}
              </Button>
            }
            items={types.map((type) => ({ label: names[type], disabled: isFull(type), onSelect: () => add(type) }))}
          />
        </div>
      )}
    </fieldset>
  );
}

type RowProps = {
  name: string;
  button: TemplateButton;
  errorOf: (part: string) => string | undefined;
  disabled: boolean;
  onChange: (button: TemplateButton) => void;
  onRemove: () => void;
};

function ButtonRow({ name, button, errorOf, disabled, onChange, onRemove }: RowProps) {
  const { t } = useLingui();
  const { type, text, value, example } = button;
  const hasVariable = type === 'url' && /\{\{/.test(value ?? '');
  const setValue = (next: string) => onChange({ ...button, value: next, example: /\{\{/.test(next) ? (example ?? '') : null });
  return (
    <div className={styles.button}>
      <div className={styles.buttonHead}>
        <span>{name}</span>
        <IconButton
          size="small"
          label={t`Remove this button`}
          icon={<X size={14} aria-hidden />}
          disabled={disabled}
          onClick={onRemove}
        />
      </div>
      <Field label={t`Text of the button`} error={errorOf('text') ?? errorOf('type')}>
        <Input
          value={text}
          dir="auto"
          maxLength={25}
          disabled={disabled}
          onChange={(event) => onChange({ ...button, text: event.target.value })}
        />
      </Field>
      {type === 'url' && (
        <Field label={t`Web address`} hint={t`A variable may end it: ${EXAMPLE}`} error={errorOf('value')}>
          <Input
            value={value ?? ''}
            dir="ltr"
            placeholder="https://example.com/orders"
            disabled={disabled}
            onChange={(event) => setValue(event.target.value)}
          />
        </Field>
      )}
      {type === 'phone_number' && (
        <Field label={t`Phone number`} error={errorOf('value')}>
          <Input
            value={value ?? ''}
            dir="ltr"
            type="tel"
            placeholder="+4915112345678"
            disabled={disabled}
            onChange={(event) => setValue(event.target.value)}
          />
        </Field>
      )}
      {hasVariable && (
        <Field label={t`Example`} error={errorOf('example')}>
          <Input
            value={example ?? ''}
            dir="ltr"
            disabled={disabled}
            onChange={(event) => onChange({ ...button, example: event.target.value })}
          />
        </Field>
      )}
    </div>
  );
}
