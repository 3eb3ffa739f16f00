import { Trans, useLingui } from '@lingui/react/macro';
import { FileText, TriangleAlert, X } from 'lucide-react';
import { causeOf, cx, IconButton } from '../../../../kit/index.ts';
import { fileSize } from '../content/details.ts';
import { contentUrl } from '../content/Picture.tsx';
import { useServices } from '../services.ts';
import styles from './Composer.module.css';
import type { ComposerFile } from './state.ts';

/** The files that go with the message, with the progress of their upload. */
export function FileChips({ chatId, files }: { chatId: string; files: readonly ComposerFile[] }) {
  const { t } = useLingui();
  const { composers } = useServices();
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={t`Files`}>
      {files.map((file) => (
        <li key={file.key} className={cx(styles.fileChip, file.error !== null && styles.fileFailed)}>
          <FileMark file={file} />
          <span className={styles.fileText}>
            <span className={styles.fileName} dir="auto">
              {file.name}
            </span>
            <FileState file={file} />
          </span>
          <IconButton
            size="small"
            label={t`Remove ${file.name}`}
            icon={<X size={14} aria-hidden />}
            onClick={() => composers.dispatch(chatId, { do: 'removeFile', key: file.key })}
          />
        </li>
      ))}
    </ul>
  );
}

function FileMark({ file }: { file: ComposerFile }) {
  if (file.error !== null) return <TriangleAlert size={20} aria-hidden />;
  if (file.fileId && file.mimeType.startsWith('image/'))
    return <img className={styles.fileImage} src={contentUrl(file.fileId)} alt="" />;
  return <FileText size={20} aria-hidden />;
}

function FileState({ file }: { file: ComposerFile }) {
  const { t, i18n } = useLingui();
  const percent = Math.round(file.progress * 100);
  if (file.error !== null) {
    const { message } = causeOf(file.error);
    return (
      <span className={styles.fileHint}>{message === 'too_large' ? t`Larger than 100 MB. Choose a smaller file.` : message}</span>
    );
  }
  if (file.fileId === null)
    return (
      <span className={styles.fileHint}>
        <progress value={percent} max={100} aria-label={t`Upload of ${file.name}`} />
        <Trans>{percent}%</Trans>
      </span>
    );
  return <span className={styles.fileHint}>{file.sizeBytes !== null && fileSize(file.sizeBytes, i18n.locale)}</span>;
}
