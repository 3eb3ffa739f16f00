import { Dialog as Base } from '@base-ui/react/dialog';
import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './Button.tsx';
import { cx } from './cx.ts';
import styles from './Dialog.module.css';

type Props = {
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

/** A window for a form. For a question with two answers use `confirm()`. */
export function Dialog({ open, onClose, title, text, actions, wide = false, children }: Props) {
  const { t } = useLingui();
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup className={cx(styles.dialog, wide && styles.wide)}>
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton label={t`Close`} icon={<X size={16} aria-hidden />} />} />
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
