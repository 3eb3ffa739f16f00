import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { Button } from './Button.tsx';
import styles from './Dialog.module.css';
import { Field, Input } from './Field.tsx';

export type Question = {
  title: string;
  /** What will happen, with numbers. */
  text: ReactNode;
  /** The verb on the button, for example "Erase". */
  confirm: string;
  /** The other button; "Cancel" if it is missing. */
  cancel?: string;
  danger?: boolean;
  /** The person has to type this text first, for what cannot be undone. */
  typed?: { label: string; value: string };
};

type Asked = Question & { answer: (isConfirmed: boolean) => void };

let asked: Asked | null = null;
let number = 0;
const listeners = new Set<() => void>();

/** Asks a question over the page. Resolves with true when the person confirms. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    number++;
    setAsked({ ...question, answer: resolve });
  });
}

/** Shows the questions of `confirm()`; once in the application. */
export function Questions() {
  const current = useSyncExternalStore(subscribe, () => asked);
  return current && <AlertDialog key={number} question={current} />;
}

function AlertDialog({ question }: { question: Asked }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const end = (isConfirmed: boolean) => {
    question.answer(isConfirmed);
    setAsked(null);
  };
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && end(false)}>
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
            <Button onClick={() => end(false)}>{question.cancel ?? t`Cancel`}</Button>
            <Button
              look={question.danger ? 'danger' : 'primary'}
              disabled={question.typed !== undefined && typed.trim() !== question.typed.value.trim()}
              onClick={() => end(true)}
            >
              {question.confirm}
            </Button>
          </footer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function setAsked(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
