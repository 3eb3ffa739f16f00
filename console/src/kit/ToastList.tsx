import { Toast as Base } from '@base-ui/react/toast';
import { useLingui } from '@lingui/react/macro';
import { TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { cx } from './cx.ts';
import styles from './Toast.module.css';
import type { ToastManager, ToastOptions } from './Toast.tsx';

const manager = Base.createToastManager<ToastOptions['data']>();

/** Shows toasts. Gives the manager to `onReady` once it can show them. */
export function ToastList({ onReady }: { onReady: (manager: ToastManager) => void }) {
  useEffect(() => onReady(manager), [onReady]);
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport className={styles.viewport}>
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Toasts() {
  const { t } = useLingui();
  const { toasts } = Base.useToastManager<ToastOptions['data']>();
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
