import { Toast as Base } from '@base-ui/react/toast';
import { useLingui } from '@lingui/react/macro';
import { TriangleAlert, X } from 'lucide-react';
import { causeOf } from './cause.ts';
import { cx } from './cx.ts';
import styles from './Toast.module.css';

const UNDO_MS = 5_000;
const manager = Base.createToastManager<{ undo?: () => void; detail?: string | undefined; isError?: boolean }>();

type ToastOptions = {
  text: string;
  /** Shows "Undo" for five seconds. */
  undo?: () => unknown;
  detail?: string;
};

/** Says that something was done; callable from everywhere. Returns a function that closes it. */
export function toast({ text, undo, detail }: ToastOptions): () => void {
  const id = manager.add({ title: text, timeout: UNDO_MS, data: { detail, ...(undo && { undo: () => void undo() }) } });
  return () => manager.close(id);
}

/** Says that something failed, with cause and request id; stays until it is closed. */
export function toastError(text: string, error: unknown): void {
  const { message, requestId } = causeOf(error);
  const detail = requestId ? `${message} (${requestId})` : message;
  manager.add({ title: text, timeout: 0, priority: 'high', data: { detail, isError: true } });
}

/** Runs `commit` after five seconds unless the person takes it back. For what the server cannot undo, such as a sent message. */
export function commitAfterUndo(text: string, commit: () => unknown, onUndone?: () => void): void {
  let isUndone = false;
  const id = manager.add({
    title: text,
    timeout: UNDO_MS,
    data: {
      undo: () => {
        isUndone = true;
        clearTimeout(timer);
        onUndone?.();
      },
    },
  });
  const timer = setTimeout(() => {
    if (!isUndone) void commit();
    manager.close(id);
  }, UNDO_MS);
}

/** Shows the toasts; once in the application. */
export function Toaster() {
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport className={styles.viewport}>
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList() {
  const { t } = useLingui();
  const { toasts } = Base.useToastManager<{ undo?: () => void; detail?: string; isError?: boolean }>();
  return toasts.map((item) => (
    <Base.Root key={item.id} toast={item} className={cx(styles.toast, item.data?.isError && styles.error)}>
      {item.data?.isError && <TriangleAlert size={16} aria-hidden />}
      <div className={styles.text}>
        <Base.Title render={<p />} />
        {item.data?.detail && <Base.Description className={styles.detail}>{item.data.detail}</Base.Description>}
      </div>
      {item.data?.undo && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            item.data?.undo?.();
            manager.close(item.id);
          }}
        >
          {t`Undo`}
        </button>
      )}
      <Base.Close className={styles.close} aria-label={t`Close`}>
        <X size={14} aria-hidden />
      </Base.Close>
    </Base.Root>
  ));
}
