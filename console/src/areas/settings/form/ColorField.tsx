import { useLingui } from '@lingui/react/macro';
import { Input } from '../../../kit/index.ts';
import styles from './Form.module.css';

/** Twelve colours that can be told apart in both themes. */
const COLORS = [
  '#64748b',
  '#dc2626',
  '#ea580c',
  '#d97706',
  '#65a30d',
  '#16a34a',
  '#0d9488',
  '#0284c7',
  '#2563eb',
  '#7c3aed',
  '#c026d3',
  '#db2777',
] as const;

type Props = { value: string; onChange: (color: string) => void; disabled: boolean };

/** A colour of the palette, or any other by its code. */
export function ColorField({ value, onChange, disabled }: Props) {
  const { t } = useLingui();
  return (
    <div className={styles.colors}>
      <Input
        value={value}
        dir="ltr"
        maxLength={7}
        placeholder="#64748b"
        disabled={disabled}
        className={styles.colorCode}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className={styles.swatches} role="radiogroup" aria-label={t`Colour`}>
        {COLORS.map((color) => (
          // biome-ignore lint/a11y/useSemanticElements: a swatch is a button with a colour
          <button
            key={color}
            type="button"
            role="radio"
            aria-checked={color === value.toLowerCase()}
            aria-label={color}
            className={styles.swatch}
            style={{ backgroundColor: color }}
            disabled={disabled}
            onClick={() => onChange(color)}
          />
        ))}
      </div>
    </div>
  );
}
