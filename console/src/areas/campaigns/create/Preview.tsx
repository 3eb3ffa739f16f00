import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Reply } from 'lucide-react';
import { cx } from '../../../kit/index.ts';
import type { MessageDraft } from './draft.ts';
import styles from './Preview.module.css';
import { type Part, renderParts, type Values } from './placeholders.ts';

type Props = {
  message: MessageDraft;
  template: types.MessageTemplate | undefined;
  values: Values;
  channelType: string | undefined;
};

/** The message as one contact gets it on the channel. Values of placeholders are marked. */
export function Preview({ message, template, values, channelType }: Props) {
  const { t } = useLingui();
  if (message.kind === 'automation') return <p className={styles.note}>{t`The automation writes the messages.`}</p>;
  if (message.kind === 'kept') {
    const { text } = message.content as { text?: string };
    return <Bubble parts={renderParts(text ?? `(${String(message.content.type)})`, values)} />;
  }
  if (message.kind === 'text') {
    const subject = channelType === 'email' && message.subject ? renderParts(message.subject, values) : null;
    return <Bubble parts={renderParts(message.text, values)} title={subject} isMail={channelType === 'email'} />;
  }
  if (!template) return <p className={styles.note}>{t`Choose a template to see it.`}</p>;
  const fill = (text: string) => templateParts(text, message.variables, values);
  const header = template.header?.kind === 'text' && template.header.text ? fill(template.header.text) : null;
  return (
    <Bubble
      parts={fill(template.body.text)}
      title={header}
      footer={template.footer}
      buttons={template.buttons.map(({ text }) => text)}
    />
  );
}

/** Variables of the template have texts with placeholders as values. */
function templateParts(text: string, variables: Readonly<Record<string, string>>, values: Values): Part[] {
  return text.split(/(\{\{[^{}]*\}\})/).flatMap((piece): Part[] => {
    const name = /^\{\{(.*)\}\}$/.exec(piece)?.[1]?.trim();
    if (name === undefined) return piece ? [{ text: piece, path: null, isEmpty: false }] : [];
    const written = variables[name] ?? '';
    if (!written) return [{ text: piece, path: name, isEmpty: true }];
    return renderParts(written, values).map((part) => ({ ...part, path: part.path ?? name }));
  });
}

type BubbleProps = {
  parts: Part[];
  title?: Part[] | null;
  footer?: string | null;
  buttons?: string[];
  isMail?: boolean;
};

function Bubble({ parts, title, footer, buttons = [], isMail = false }: BubbleProps) {
  const { t } = useLingui();
  return (
    <div className={cx(styles.bubble, isMail && styles.mail)}>
      {title && (
        <p className={styles.title} dir="auto">
          <Parts parts={title} />
        </p>
      )}
      <p className={styles.text} dir="auto">
        {parts.length > 0 ? <Parts parts={parts} /> : <span className={styles.note}>{t`The text appears here.`}</span>}
      </p>
      {footer && (
        <p className={styles.footer} dir="auto">
          {footer}
        </p>
      )}
      {buttons.map((text) => (
        <span key={text} className={styles.button}>
          <Reply size={14} aria-hidden />
          <bdi>{text}</bdi>
        </span>
      ))}
    </div>
  );
}

const Parts = ({ parts }: { parts: Part[] }) =>
  parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no ids
    <span key={index} className={cx(part.path !== null && styles.value, part.isEmpty && styles.empty)}>
      {part.text}
    </span>
  ));
