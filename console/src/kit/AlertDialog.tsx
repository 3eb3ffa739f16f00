import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { lazyPopup } from './load-popups.ts';

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

const AlertWindow = lazyPopup('AlertWindow');

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
  if (!current) return null;
  const end = (isConfirmed: boolean) => {
    current.answer(isConfirmed);
    setAsked(null);
  };
  return (
    <Suspense>
      <AlertWindow key={number} question={current} onEnd={end} />
    </Suspense>
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
