import { Trans, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { FileText, ImageOff } from 'lucide-react';
import { mediaKind } from '../composer/bodies.ts';
import styles from './Content.module.css';
import { contentUrl, Picture } from './Picture.tsx';

type Attachment = types.FullMessage['content']['attachments'][0];

/** Files are read with the session cookie. Files of other servers are only links: loading them would tell those servers who reads. */
export function Attachments({ attachments, type }: { attachments: readonly Attachment[]; type: string }) {
  return attachments.map((attachment, index) => (
    <OneAttachment key={attachment.fileId ?? attachment.url ?? index} attachment={attachment} type={type} />
  ));
}

function OneAttachment({ attachment, type }: { attachment: Attachment; type: string }) {
  const { t } = useLingui();
  const { fileId, url, fileName, mimeType } = attachment;
  if (!fileId && !url)
    return (
      <p className={styles.missing}>
        <ImageOff size={16} aria-hidden />
        <Trans>The file has not arrived yet, or could not be loaded.</Trans>
      </p>
    );
  const kind = mimeType ? mediaKind(mimeType) : type;
  const names: Record<string, string> = { image: t`Image`, video: t`Video`, audio: t`Voice message` };
  if (fileId && kind === 'image') return <Picture key={fileId} fileId={fileId} name={fileName ?? t`Image`} />;
  if (fileId && kind === 'audio')
    return (
      // biome-ignore lint/a11y/useMediaCaption: voice messages of customers have no captions
      <audio
        className={styles.audio}
        src={contentUrl(fileId)}
        controls
        preload="metadata"
        aria-label={fileName ?? t`Voice message`}
      />
    );
  if (fileId && kind === 'video')
    return (
      // biome-ignore lint/a11y/useMediaCaption: videos of customers have no captions
      <video className={styles.video} src={contentUrl(fileId)} controls preload="metadata" aria-label={fileName ?? t`Video`} />
    );
  return (
    <a
      className={styles.file}
      href={fileId ? contentUrl(fileId) : (url ?? '')}
      target="_blank"
      rel="noreferrer noopener"
      download={fileId ? (fileName ?? '') : undefined}
    >
      <FileText size={20} aria-hidden />
      <span className={styles.fileName} dir="auto">
        {fileName ?? names[kind] ?? t`Document`}
      </span>
      {mimeType && <span className={styles.fileType}>{shortType(mimeType)}</span>}
    </a>
  );
}

const shortType = (mimeType: string): string =>
  mimeType
    .split(/[/.+-]/)
    .at(-1)
    ?.slice(0, 5)
    .toUpperCase() ?? '';
