import { Trans, useLingui } from '@lingui/react/macro';
import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Dialog } from '../../../../kit/index.ts';
import styles from './Content.module.css';
import { nextTryMs } from './next-try.ts';

export const contentUrl = (fileId: string): string => `/v3/files/${encodeURIComponent(fileId)}/content`;

/** A picture in the bubble; a click shows it large. Its file may still be on its way: it is tried again, after longer and longer pauses. */
export function Picture({ fileId, name }: { fileId: string; name: string }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    const waitMs = isBroken ? nextTryMs(failures) : null;
    if (waitMs === null) return;
    const timer = setTimeout(() => setIsBroken(false), waitMs);
    return () => clearTimeout(timer);
  }, [isBroken, failures]);
  const onError = () => {
    setIsBroken(true);
    setFailures((before) => before + 1);
  };
  if (isBroken)
    return (
      <p className={styles.missing}>
        <ImageOff size={16} aria-hidden />
        <Trans>The picture cannot be shown.</Trans>
      </p>
    );
  return (
    <>
      <button type="button" className={styles.picture} onClick={() => setIsOpen(true)} aria-label={t`Show ${name} large`}>
        <img src={contentUrl(fileId)} alt={name} loading="lazy" onError={onError} />
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={name} wide>
        <img className={styles.large} src={contentUrl(fileId)} alt={name} />
      </Dialog>
    </>
  );
}
