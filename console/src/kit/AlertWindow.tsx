import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Question } from './AlertDialog.tsx';
import { Button } from './Button.tsx';
import styles from './Dialog.module.css';
import { Field, Input } from './Field.tsx';

/** A question over the page. */
export function AlertWindow({ question, onEnd }: { question: Question; onEnd: (isConfirmed: boolean) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onEnd(false)}>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup className={styles.dialog}>
          <header className={styles.head}>
            <Base.Title className={styles.title}>{question.title}</Base.Title>
          </header>
          <div className={styles.body}>
            <Base.Description className={styles.text} render={<div />}>
              {question.text}
            </Base.Description>
            {question.typed && (
              <Field label={question.typed.label}>
                <Input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
              </Field>
            )}
          </div>
          <footer className={styles.foot}>
            <Button onClick={() => onEnd(false)}>{question.cancel ?? t`Cancel`}</Button>
            <Button
              look={question.danger ? 'danger' : 'primary'}
              disabled={question.typed !== undefined && typed.trim() !== question.typed.value.trim()}
              onClick={() => onEnd(true)}
            >
              {question.confirm}
            </Button>
          </footer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
