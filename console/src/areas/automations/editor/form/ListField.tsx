import { useLingui } from '@lingui/react/macro';
import { Plus, X } from 'lucide-react';
import type { ComponentType } from 'react';
import { Button, IconButton } from '../../../../kit/index.ts';
import { emptyValue } from '../../definition/new-step.ts';
import { fieldsIn, type Schema } from '../../definition/schema.ts';
import { useWords } from '../../words.ts';
import styles from './Form.module.css';
import { type FieldProps, useField } from './use-field.ts';

/** `Inner` draws the fields inside. */
type NestedProps = FieldProps & { Inner: ComponentType<FieldProps> };

/** Entries of a list, each with its fields: buttons, cases, hours of a day. A list that becomes empty is removed where it may be. */
export function ListField({ field, path, item, Inner }: NestedProps & { item: Schema }) {
  const { t } = useLingui();
  const { label, value, error, set, isDisabled } = useField({ field, path });
  const entries = Array.isArray(value) ? value : [];
  const { minItems = 0, maxItems = 20 } = field.schema;
  const mayBeAbsent = !field.isRequired;
  const setEntries = (next: unknown[]) => set(next.length === 0 && mayBeAbsent ? undefined : next);
  const least = mayBeAbsent ? 0 : minItems;
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {error && <p className={styles.error}>{error}</p>}
      {entries.map((_, index) => {
        const number = index + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are edited in place and can be equal
          <fieldset key={index} className={styles.entry}>
            <legend className={styles.hidden}>{`${label} ${number}`}</legend>
            <span className={styles.entryFields}>
              {fieldsIn(item).map((inner) => (
                <Inner key={inner.name} field={inner} path={`${path}.${index}.${inner.name}`} />
              ))}
            </span>
            <IconButton
              size="small"
              label={t`Remove ${label} ${number}`}
              icon={<X size={14} aria-hidden />}
              disabled={isDisabled || entries.length <= least}
              onClick={() => setEntries(entries.toSpliced(index, 1))}
            />
          </fieldset>
        );
      })}
      <Button
        size="small"
        icon={<Plus size={14} aria-hidden />}
        disabled={isDisabled || entries.length >= maxItems}
        onClick={() => setEntries([...entries, emptyValue(item)])}
      >
        {t`Add to ${label}`}
      </Button>
    </fieldset>
  );
}

/** The fields of an object: the days of a week. */
export function GroupField({ field, path, Inner }: NestedProps) {
  const words = useWords();
  return (
    <fieldset className={styles.group}>
      <legend>{words.field(field.name)}</legend>
      {fieldsIn(field.schema).map((inner) => (
        <Inner key={inner.name} field={inner} path={`${path}.${inner.name}`} />
      ))}
    </fieldset>
  );
}
