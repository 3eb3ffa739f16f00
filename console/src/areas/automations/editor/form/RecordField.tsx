import { useLingui } from '@lingui/react/macro';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton, PlainInput } from '../../../../kit/index.ts';
import type { Schema } from '../../definition/schema.ts';
import styles from './Form.module.css';
import { ScalarInput } from './ScalarField.tsx';
import { type FieldProps, useField } from './use-field.ts';

/** Names and values: variables of a template, headers of a request. Empty values are kept. */
export function RecordField({ field, path, schema }: FieldProps & { schema: Schema }) {
  const { t } = useLingui();
  const { label, value, error, set, isDisabled } = useField({ field, path });
  const [added, setAdded] = useState('');
  const entries = Object.entries((value ?? {}) as Record<string, unknown>);
  const put = (name: string, next: unknown) => set({ ...(value as object), [name]: next });
  const remove = (name: string) => set(Object.fromEntries(entries.filter(([other]) => other !== name)));
  const add = () => {
    const name = added.trim();
    if (name === '' || entries.some(([other]) => other === name)) return;
    put(name, '');
    setAdded('');
  };
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {error && <p className={styles.error}>{error}</p>}
      {entries.map(([name, one]) => (
        <span key={name} className={styles.pair}>
          <bdi className={styles.pairName}>{name}</bdi>
          {schema.anyOf ? (
            <ScalarInput label={name} value={one} onChange={(next) => put(name, next)} isDisabled={isDisabled} />
          ) : (
            <PlainInput
              aria-label={name}
              dir="auto"
              value={String(one)}
              disabled={isDisabled}
              onChange={({ target }) => put(name, target.value)}
            />
          )}
          <IconButton
            size="small"
            label={t`Remove ${name}`}
            icon={<X size={14} aria-hidden />}
            disabled={isDisabled}
            onClick={() => remove(name)}
          />
        </span>
      ))}
      <span className={styles.pair}>
        <PlainInput
          aria-label={t`Name of the new entry of ${label}`}
          placeholder={t`Name`}
          dir="ltr"
          maxLength={64}
          value={added}
          disabled={isDisabled}
          onChange={({ target }) => setAdded(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') add();
          }}
        />
        <Button size="small" icon={<Plus size={14} aria-hidden />} disabled={isDisabled || added.trim() === ''} onClick={add}>
          {t`Add`}
        </Button>
      </span>
    </fieldset>
  );
}
