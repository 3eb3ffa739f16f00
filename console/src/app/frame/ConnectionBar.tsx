import { useLingui } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFeedStatus } from '../../live/use-feed.ts';
import styles from './Frame.module.css';

/** A connection that is renewed is away for a moment; only more is worth a sentence. */
const SHOWN_AFTER_MS = 2_500;

/** Says that the page is not live, while it is not. */
export function ConnectionBar() {
  const { t } = useLingui();
  const isOffline = useFeedStatus() === 'offline';
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isOffline) return setShown(false);
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOffline]);
  return (
    <div role="status" className={isShown ? styles.connection : undefined}>
      {isShown && (
        <>
          <WifiOff size={14} aria-hidden />
          {t`No connection. It is tried again by itself; what you see may be old.`}
        </>
      )}
    </div>
  );
}
