import { useEffect, useId, useState } from 'react';
import styles from './phone.module.css';

type Props = {
  label: string;
  hint: string;
  value: number;
  most: number;
  step: number;
  shown: (value: number) => string;
  onChange: (value: number) => void;
};

/** A slider that reports its value when it is released, so that one drag is one call. */
export function Range({ label, hint, value, most, step, shown, onChange }: Props) {
  const id = useId();
  const [moved, setMoved] = useState(value);
  useEffect(() => setMoved(value), [value]);
  const commit = () => {
    if (moved !== value) onChange(moved);
  };
  return (
    <div className={styles.knob}>
      <div className={styles.knobHead}>
        <label htmlFor={id}>{label}</label>
        <output htmlFor={id}>{shown(moved)}</output>
      </div>
      <input
        id={id}
        type="range"
        className={styles.range}
        min={0}
        max={most}
        step={step}
        value={moved}
        aria-valuetext={shown(moved)}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setMoved(Number(event.target.value))}
        onPointerUp={commit}
        onKeyUp={commit}
        onBlur={commit}
      />
      <p className={styles.hint} id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
