import { Dialog as Base } from '@base-ui/react/dialog';
import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import button from './Button.module.css';
import { buttonClass } from './Button.tsx';
import { cx } from './cx.ts';
import styles from './Dialog.module.css';

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** One sentence below the title. */
  text?: ReactNode;
  /** Buttons; the primary one last. */
  actions?: ReactNode;
  wide?: boolean;
  children?: ReactNode;
};

/** The focus goes to the first field, else to the dialog itself: not to its close button. */
const FIELDS = 'input:not([type=hidden], [aria-hidden=true]), textarea, [role=combobox]';

/** A window for a form. For a question with two answers use `confirm()`. */
export function DialogWindow({ open, onClose, title, text, actions, wide = false, children }: DialogProps) {
  const { t } = useLingui();
  const popup = useRef<HTMLDivElement>(null);
  const firstField = () => popup.current?.querySelector<HTMLElement>(FIELDS) ?? popup.current;
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup ref={popup} initialFocus={firstField} className={cx(styles.dialog, wide && styles.wide)}>
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close aria-label={t`Close`} className={buttonClass({ look: 'quiet' }, button.icon)}>
              <X size={16} aria-hidden />
            </Base.Close>
          </header>
          <div className={styles.body}>
            {text && <Base.Description className={styles.text}>{text}</Base.Description>}
            {children}
          </div>
          {actions && <footer className={styles.foot}>{actions}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
