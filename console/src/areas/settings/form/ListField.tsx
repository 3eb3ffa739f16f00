import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import field from '../../../kit/Field.module.css';
import { Button, IconButton } from '../../../kit/index.ts';
import styles from './Form.module.css';

type Props = {
  values: string[];
  onChange: (values: string[]) => void;
  disabled: boolean;
  add: string;
  placeholder?: string | undefined;
};

/** Texts in an order that can be changed. */
export function ListField({ values, onChange, disabled, add, placeholder }: Props) {
  const { t } = useLingui();
  const replace = (index: number, text: string) => onChange(values.with(index, text));
  const move = (index: number, by: -1 | 1) => onChange(moved(values, index, by));
  return (
    <div className={styles.list}>
      {values.map((text, index) => {
        const number = index + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts are edited in place and can be equal
          <div key={index} className={styles.listRow}>
            <input
              className={field.input}
              value={text}
              dir="auto"
              maxLength={100}
              placeholder={placeholder}
              aria-label={t`Option ${number}`}
              disabled={disabled}
              onChange={(event) => replace(index, event.target.value)}
            />
            <IconButton
              size="small"
              label={t`Move up`}
              icon={<ArrowUp size={14} aria-hidden />}
              disabled={disabled || index === 0}
              onClick={() => move(index, -1)}
            />
            <IconButton
              size="small"
              label={t`Move down`}
              icon={<ArrowDown size={14} aria-hidden />}
              disabled={disabled || number === values.length}
              onClick={() => move(index, 1)}
            />
            <IconButton
              size="small"
              label={t`Remove`}
              icon={<X size={14} aria-hidden />}
              disabled={disabled}
              onClick={() => onChange(values.toSpliced(index, 1))}
            />
          </div>
        );
      })}
      <Button size="small" icon={<Plus size={14} aria-hidden />} disabled={disabled} onClick={() => onChange([...values, ''])}>
        {add}
      </Button>
    </div>
  );
}

function moved(values: string[], index: number, by: -1 | 1): string[] {
  const text = values[index];
  return text === undefined ? values : values.toSpliced(index, 1).toSpliced(index + by, 0, text);
}
