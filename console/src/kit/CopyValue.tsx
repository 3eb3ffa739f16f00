import { useLingui } from '@lingui/react/macro';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import styles from './CopyValue.module.css';
import { toastError } from './Toast.tsx';

/** A value to take elsewhere, with a button that copies it. */
export function CopyValue({ value, label }: { value: string; label: string }) {
  const { t } = useLingui();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      (error: unknown) => toastError(t`The value could not be copied. Select it and copy it by hand.`, error),
    );
  return (
    <div className={styles.copy}>
      <span className={styles.label}>{label}</span>
      <div className={styles.line}>
        <code className={styles.value} dir="ltr">
          {value}
        </code>
        <Button
          icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          aria-label={t`Copy: ${label}`}
          onClick={() => void copy()}
        >
          {isCopied ? t`Copied` : t`Copy`}
        </Button>
      </div>
    </div>
  );
}
