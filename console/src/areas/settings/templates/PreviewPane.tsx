import { useLingui } from '@lingui/react/macro';
import { FileText, Image, Phone, Reply, SquareArrowOutUpRight, Video } from 'lucide-react';
import { cx } from '../../../kit/index.ts';
import type { TemplateValues } from './page.tsx';
import { type Part, type Preview, previewOf } from './preview.ts';
import styles from './Templates.module.css';

const MEDIA = { image: Image, video: Video, document: FileText };
const ICONS = { quick_reply: Reply, url: SquareArrowOutUpRight, phone_number: Phone };

/** The template as the contact will see it, with the examples. */
export function PreviewPane({ values }: { values: TemplateValues }) {
  const { t } = useLingui();
  const preview = previewOf(values);
  return (
    <figure className={styles.preview} aria-label={t`Preview`}>
      <figcaption className={styles.caption}>{t`Preview`}</figcaption>
      <div className={styles.screen}>
        <div className={styles.bubble}>
          {preview.header && <Header header={preview.header} />}
          <p className={styles.text} dir="auto">
            {preview.body.length > 0 ? (
              <Parts parts={preview.body} />
            ) : (
              <span className={styles.empty}>{t`The text appears here.`}</span>
            )}
          </p>
          {preview.footer && (
            <p className={styles.footer} dir="auto">
              {preview.footer}
            </p>
          )}
          {preview.buttons.map(({ type, text, target }, index) => {
            const Icon = ICONS[type];
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: buttons can be equal while they are written
              <span key={index} className={styles.action} title={target ?? undefined}>
                <Icon size={14} aria-hidden />
                <bdi>{text || '…'}</bdi>
              </span>
            );
          })}
        </div>
      </div>
    </figure>
  );
}

function Header({ header }: { header: NonNullable<Preview['header']> }) {
  if (header.kind === 'text')
    return (
      <p className={styles.header} dir="auto">
        <Parts parts={header.parts} />
      </p>
    );
  const Icon = MEDIA[header.kind];
  return (
    <div className={styles.media}>
      <Icon size={28} aria-hidden />
    </div>
  );
}

function Parts({ parts }: { parts: Part[] }) {
  return parts.map(({ text, style, variable }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no ids
    <span key={index} className={cx(style !== 'plain' && styles[style], variable !== null && styles.variable)}>
      {text}
    </span>
  ));
}
