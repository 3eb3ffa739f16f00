import { Trans, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useState } from 'react';
import { Button } from '../../../../kit/index.ts';
import styles from './Content.module.css';
import { mailHeight, textIn } from './details.ts';
import { Words } from './Words.tsx';

/**
 * A mail with its HTML in a frame: the server sanitises it, its policy forbids scripts and other servers, and the sandbox forbids both
 * again. The text is shown where there is no HTML, and on request.
 */
export function Mail({ message: { id, content } }: { message: types.FullMessage }) {
  const { t } = useLingui();
  const { body, details } = content;
  const hasHtml = textIn(details, 'cleanHtml') !== null;
  const fullText = textIn(details, 'fullText');
  const [isFramed, setIsFramed] = useState(hasHtml);
  const [isHigh, setIsHigh] = useState(false);
  const [withImages, setWithImages] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  const subject = textIn(details, 'subject');
  const shown = isWhole && fullText ? fullText : (body ?? '');
  return (
    <>
      {subject && (
        <p className={styles.subject} dir="auto">
          {subject}
        </p>
      )}
      {isFramed ? (
        <iframe
          className={styles.frame}
          title={subject ? t`Mail “${subject}”` : t`Mail`}
          src={`/v3/messages/${id}/html${withImages ? '?images=remote' : ''}`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          loading="lazy"
          style={{ blockSize: isHigh ? '70vh' : mailHeight(fullText ?? body ?? '') }}
        />
      ) : (
        shown && <Words text={shown} />
      )}
      <div className={styles.mailTools}>
        {hasHtml && (
          <Button look="link" onClick={() => setIsFramed(!isFramed)}>
            {isFramed ? <Trans>Text only</Trans> : <Trans>Original mail</Trans>}
          </Button>
        )}
        {isFramed && (
          <Button look="link" onClick={() => setIsHigh(!isHigh)} aria-expanded={isHigh}>
            {isHigh ? <Trans>Smaller</Trans> : <Trans>Larger</Trans>}
          </Button>
        )}
        {isFramed && !withImages && textIn(details, 'cleanHtml')?.includes('data-remote-src') && (
          <Button look="link" onClick={() => setWithImages(true)}>
            <Trans>Load images of other servers</Trans>
          </Button>
        )}
        {!isFramed && fullText && (
          <Button look="link" onClick={() => setIsWhole(!isWhole)} aria-expanded={isWhole}>
            {isWhole ? <Trans>Hide quoted text</Trans> : <Trans>Show quoted text</Trans>}
          </Button>
        )}
      </div>
    </>
  );
}
