import { keyLabels } from './keys.ts';
import styles from './Marks.module.css';

/** A shortcut as keys: `mod+k`, `g i`, `escape`. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={styles.keys} dir="ltr">
      {keyLabels(keys).map((label) => (
        <kbd key={label} className={styles.kbd}>
          {label}
        </kbd>
      ))}
    </span>
  );
}
