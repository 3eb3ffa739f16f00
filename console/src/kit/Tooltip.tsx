import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { Kbd } from './Kbd.tsx';
import styles from './Popup.module.css';

type Props = {
  text: string;
  shortcut?: string | undefined;
  side?: 'top' | 'bottom' | 'inline-start' | 'inline-end';
  children: ReactElement;
};

/** Names an icon; never holds information that is nowhere else. */
export function Tooltip({ text, shortcut, side = 'bottom', children }: Props) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} side={side} className={styles.positioner}>
          <Base.Popup className={styles.tooltip}>
            {text}
            {shortcut && <Kbd keys={shortcut} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
