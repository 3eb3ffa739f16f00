import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { LayoutTemplate, List, MapPin, MousePointerClick, User } from 'lucide-react';
import { useTemplate } from '../queries.ts';
import { Attachments } from './Attachments.tsx';
import styles from './Content.module.css';
import { type Details, listIn, numberIn, objectIn, textIn } from './details.ts';
import { Words } from './Words.tsx';

type Content = types.FullMessage['content'];

export function Location({ details }: { details: Details | null }) {
  const [latitude, longitude] = [numberIn(details, 'latitude'), numberIn(details, 'longitude')];
  const place = textIn(details, 'name') ?? textIn(details, 'address');
  const position = latitude !== null && longitude !== null ? `${latitude.toFixed(5)}, ${longitude.toFixed(5)}` : null;
  return (
    <div className={styles.card}>
      <MapPin size={20} aria-hidden />
      <div>
        {place && <p dir="auto">{place}</p>}
        {textIn(details, 'name') && textIn(details, 'address') && (
          <p className={styles.muted} dir="auto">
            {textIn(details, 'address')}
          </p>
        )}
        {position && (
          <a
            href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`}
            target="_blank"
            rel="noreferrer noopener"
          >
            <bdi dir="ltr">{position}</bdi>
          </a>
        )}
      </div>
    </div>
  );
}

export function ContactCards({ details }: { details: Details | null }) {
  const { t } = useLingui();
  return listIn(details, 'contacts').map((card, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: cards have no ids and never change
    <div key={index} className={styles.card}>
      <User size={20} aria-hidden />
      <div>
        <p className={styles.strong} dir="auto">
          {textIn(card, 'name') ?? t`Contact`}
        </p>
        {textIn(card, 'company') && <p className={styles.muted}>{textIn(card, 'company')}</p>}
        {listIn(card, 'phones').map((phone) => (
          <p key={textIn(phone, 'phone')}>
            <bdi dir="ltr">{textIn(phone, 'phone')}</bdi>
          </p>
        ))}
        {listIn(card, 'emails').map((email) => (
          <p key={textIn(email, 'email')}>
            <bdi dir="ltr">{textIn(email, 'email')}</bdi>
          </p>
        ))}
      </div>
    </div>
  ));
}

/** Buttons and lists that were sent, or what the contact pressed. */
export function Interactive({ content: { body, details }, isInbound }: { content: Content; isInbound: boolean }) {
  const list = objectIn(details, 'list');
  const items = listIn(details, 'items');
  if (isInbound)
    return (
      <>
        <p className={styles.head}>
          <MousePointerClick size={14} aria-hidden />
          {textIn(details, 'kind') === 'order' ? (
            <Plural value={items.length} one="Order of # item" other="Order of # items" />
          ) : textIn(details, 'kind') === 'form' ? (
            <Trans>Form filled in</Trans>
          ) : (
            <Trans>Chosen</Trans>
          )}
        </p>
        <Words text={body ?? textIn(details, 'title') ?? textIn(details, 'id') ?? '…'} />
        {textIn(details, 'description') && <p className={styles.muted}>{textIn(details, 'description')}</p>}
      </>
    );
  return (
    <>
      {textIn(details, 'header') && <p className={styles.strong}>{textIn(details, 'header')}</p>}
      {body && <Words text={body} />}
      {textIn(details, 'footer') && <p className={styles.muted}>{textIn(details, 'footer')}</p>}
      <Buttons titles={listIn(details, 'buttons').map((button) => textIn(button, 'title') ?? '')} />
      {list && (
        <details className={styles.list}>
          <summary>
            <List size={14} aria-hidden /> {textIn(list, 'button')}
          </summary>
          <ul>
            {listIn(list, 'sections').flatMap((section) =>
              listIn(section, 'rows').map((row) => (
                <li key={textIn(row, 'id')}>
                  {textIn(row, 'title')} <span className={styles.muted}>{textIn(row, 'description')}</span>
                </li>
              )),
            )}
          </ul>
        </details>
      )}
    </>
  );
}

export function Template({ content }: { content: Content }) {
  const template = useTemplate(textIn(content.details, 'templateId'));
  const { i18n } = useLingui();
  const language = template && languageName(template.language, i18n.locale);
  return (
    <>
      <p className={styles.head}>
        <LayoutTemplate size={14} aria-hidden />
        {template ? (
          <Trans>
            Template {template.name}, {language}
          </Trans>
        ) : (
          <Trans>Template</Trans>
        )}
      </p>
      <Attachments attachments={content.attachments} type="document" />
      {content.body && <Words text={content.body} />}
      {template?.footer && <p className={styles.muted}>{template.footer}</p>}
      <Buttons titles={template?.buttons.map(({ text }) => text) ?? []} />
    </>
  );
}

export function languageName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(code.replace('_', '-')) ?? code;
  } catch {
    return code;
  }
}

export const Buttons = ({ titles }: { titles: readonly string[] }) =>
  titles.length > 0 && (
    <div className={styles.buttons}>
      {titles.map((title) => (
        <span key={title} dir="auto">
          {title}
        </span>
      ))}
    </div>
  );
