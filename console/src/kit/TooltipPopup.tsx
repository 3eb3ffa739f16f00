import { Tooltip as Base } from '@base-ui/react/tooltip';
import { Kbd } from './Kbd.tsx';
import styles from './Popup.module.css';

type Props = {
  anchor: Element;
  text: string;
  shortcut: string | undefined;
  side: 'top' | 'bottom' | 'inline-start' | 'inline-end';
  onClose: () => void;
};

export function TooltipPopup({ anchor, text, shortcut, side, onClose }: Props) {
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} sideOffset={6} side={side} className={styles.positioner}>
          <Base.Popup className={styles.tooltip}>
            {text}
            {shortcut && <Kbd keys={shortcut} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
