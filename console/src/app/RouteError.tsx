import { useLingui } from '@lingui/react/macro';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorState } from '../kit/index.ts';
import styles from './RouteError.module.css';

/** What is shown when an area fails: cause, fix and request id. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <div className={styles.error}>
      <ErrorState title={t`This page could not be shown`} error={error} onRetry={retry} />
    </div>
  );
}
