import { useLingui } from '@lingui/react/macro';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, cx, Notice } from '../../kit/index.ts';
import styles from './Csv.module.css';

const isCsv = (file: File): boolean => /\.(?:csv|tsv|txt)$/i.test(file.name) || file.type.startsWith('text/');

/** Takes a CSV file by drag and drop or from a dialog. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const take = (file: File | undefined) => {
    if (!file) return;
    if (isCsv(file)) onFile(file);
    else setRefused(file.name);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping needs a pointer; the button below does the same by keyboard */}
      <div
        className={cx(styles.drop, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <FileUp size={20} aria-hidden />
        <p className={styles.dropTitle}>{t`Drop a CSV file here`}</p>
        <p
          className={styles.muted}
        >{t`UTF-8, with the names of the columns in the first line. Separated by comma, semicolon or tab.`}</p>
        <Button look="primary" onClick={() => input.current?.click()}>{t`Choose a file`}</Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          className={styles.fileInput}
          tabIndex={-1}
          aria-label={t`CSV file`}
          onChange={({ target }) => take(target.files?.[0])}
        />
      </div>
      {refused && (
        <Notice tone="danger" title={t`${refused} is not a CSV file`}>
          {t`In your spreadsheet choose "Save as" or "Download" and CSV (UTF-8).`}
        </Notice>
      )}
    </>
  );
}
