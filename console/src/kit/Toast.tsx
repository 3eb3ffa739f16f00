import { Suspense, useSyncExternalStore } from 'react';
import { causeOf } from './cause.ts';
import { lazyPopup } from './load-popups.ts';

const UNDO_MS = 5_000;
const ToastList = lazyPopup('ToastList');

export type ToastOptions = {
  title: string;
  timeout: number;
  priority?: 'high';
  data: { undo?: () => void; detail?: string | undefined; isError?: boolean };
};
export type ToastManager = { add: (options: ToastOptions) => string; close: (id: string) => void };

let manager: ToastManager | null = null;
/** Toasts that wait for the manager, which is loaded with the first of them. */
const waiting: (() => void)[] = [];
const listeners = new Set<() => void>();

/** Returns a function that closes the toast. */
function add(options: ToastOptions): () => void {
  let id: string | undefined;
  let isClosed = false;
  const show = () => {
    if (!isClosed) id = manager?.add(options);
  };
  if (manager) show();
  else waiting.push(show);
  for (const listener of listeners) listener();
  return () => {
    isClosed = true;
    if (id !== undefined) manager?.close(id);
  };
}

type Told = {
  text: string;
  /** Shows "Undo" for five seconds. */
  undo?: () => unknown;
  detail?: string;
};

/** Says that something was done; callable from everywhere. Returns a function that closes it. */
export const toast = ({ text, undo, detail }: Told): (() => void) =>
  add({ title: text, timeout: UNDO_MS, data: { detail, ...(undo && { undo: () => void undo() }) } });

/** Says that something failed, with cause and request id; stays until it is closed. */
export function toastError(text: string, error: unknown): void {
  const { message, requestId } = causeOf(error);
  const detail = requestId ? `${message} (${requestId})` : message;
  add({ title: text, timeout: 0, priority: 'high', data: { detail, isError: true } });
}

/** Runs `commit` after five seconds unless the person takes it back. For what the server cannot undo, such as a sent message. */
export function commitAfterUndo(text: string, commit: () => unknown, onUndone?: () => void): void {
  let isUndone = false;
  const undo = () => {
    isUndone = true;
    clearTimeout(timer);
    onUndone?.();
  };
  const close = add({ title: text, timeout: UNDO_MS, data: { undo } });
  const timer = setTimeout(() => {
    if (!isUndone) void commit();
    close();
  }, UNDO_MS);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const isNeeded = (): boolean => manager !== null || waiting.length > 0;

function setManager(ready: ToastManager): void {
  manager = ready;
  for (const show of waiting.splice(0)) show();
}

/** Shows the toasts; once in the application. */
export function Toaster() {
  const hasToasts = useSyncExternalStore(subscribe, isNeeded);
  return (
    hasToasts && (
      <Suspense>
        <ToastList onReady={setManager} />
      </Suspense>
    )
  );
}
