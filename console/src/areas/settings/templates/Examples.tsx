import { useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import field from '../../../kit/Field.module.css';
import type { Example } from './preview.ts';
import styles from './Templates.module.css';

type Props = { examples: Example[]; error: string | undefined; disabled: boolean; onChange: (examples: Example[]) => void };

/** One example per variable: reviewers read the text with them. */
export function Examples({ examples, error, disabled, onChange }: Props) {
  const { t } = useLingui();
  if (examples.length === 0) return null;
  return (
    <fieldset className={styles.examples}>
      <legend className={styles.legend}>{t`Examples`}</legend>
      {examples.map(({ name, value }, index) => (
        <label key={name} className={styles.example}>
          <code dir="ltr">{`{{${name}}}`}</code>
          <input
            className={field.input}
            dir="auto"
            value={value}
            placeholder={t`What a contact could read here`}
            disabled={disabled}
            onChange={(event) => onChange(examples.with(index, { name, value: event.target.value }))}
          />
        </label>
      ))}
      {error && (
        <p className={field.error} role="alert">
          <TriangleAlert size={14} aria-hidden />
          {error}
        </p>
      )}
    </fieldset>
  );
}
