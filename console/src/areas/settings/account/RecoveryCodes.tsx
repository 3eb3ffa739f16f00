import { useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { Button, Notice } from '../../../kit/index.ts';
import styles from './Account.module.css';

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useLingui();
  const download = () => {
    const url = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'patchbay-recovery-codes.txt';
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  return (
    <>
      <Notice tone="warn" title={t`Store these recovery codes`}>
        {t`Each replaces the second factor once. They are not shown again.`}
      </Notice>
      <div className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <code key={code}>{code}</code>
        ))}
      </div>
      <div className={styles.line}>
        <Button icon={<Download size={14} aria-hidden />} onClick={download}>
          {t`Download`}
        </Button>
        <Button look="primary" onClick={onDone}>
          {t`I have stored them`}
        </Button>
      </div>
    </>
  );
}
