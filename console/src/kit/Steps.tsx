import { useLingui } from '@lingui/react/macro';
import styles from './Steps.module.css';

/** The steps of a form with several pages; `current` counts from 1. With `onStep` the steps before the current one can be chosen. */
export function Steps({
  names,
  current,
  onStep,
}: {
  names: readonly string[];
  current: number;
  onStep?: (step: number) => void;
}) {
  const { t } = useLingui();
  return (
    <ol className={styles.steps} aria-label={t`Steps`}>
      {names.map((name, i) => (
        <li key={name} aria-current={i + 1 === current ? 'step' : undefined} className={styles.step}>
          <span className={styles.number} aria-hidden>
            {i + 1}
          </span>
          {onStep && i + 1 < current ? (
            <button type="button" className={styles.link} onClick={() => onStep(i + 1)}>
              {name}
            </button>
          ) : (
            name
          )}
        </li>
      ))}
    </ol>
  );
}
