import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check, CheckCheck, Heart, Paperclip } from 'lucide-react';
import { client } from '../../app/session/session.ts';
import { Button, cx, IconButton } from '../../kit/index.ts';
import styles from './phone.module.css';
import type { PhoneMessage, Write } from './queries.ts';

type Props = { message: PhoneMessage; chatId: string; onAct: (message: Write) => void };

/** A message on the phone. One of the business can be answered with its buttons and with a heart. */
export function PhoneBubble({ message, chatId, onAct }: Props) {
  const { t, i18n } = useLingui();
  const isOwn = message.sender === 'customer';
  const { vendorId, subject, text, reaction } = message;
  return (
    <article className={cx(styles.message, isOwn && styles.own)}>
      <div className={styles.bubble} dir="auto">
        {subject && <strong className={styles.mailSubject}>{subject}</strong>}
        {message.file && <FileOf message={message} chatId={chatId} />}
        {text}
        {reaction && <span className={styles.reaction}>{reaction}</span>}
      </div>
      {message.buttons.length > 0 && (
        <div className={styles.buttons}>
          {message.buttons.map((button) => (
            <Button key={button.id} size="small" onClick={() => onAct({ button, replyTo: vendorId })}>
              {button.title}
            </Button>
          ))}
        </div>
      )}
      <div className={styles.meta}>
        <time dateTime={message.at}>{i18n.date(new Date(message.at), { timeStyle: 'short' })}</time>
        {isOwn ? (
          message.isHeld ? (
            <Check size={14} aria-label={t`Not reported yet`} />
          ) : (
            <CheckCheck size={14} aria-label={t`Reported to Patchbay`} />
          )
        ) : (
          <IconButton
            size="small"
            label={reaction ? t`Take the heart back` : t`React with a heart`}
            icon={<Heart size={14} aria-hidden />}
            className={styles.react}
            onClick={() => onAct({ reaction: { vendorId, emoji: reaction ? null : '❤️' } })}
          />
        )}
      </div>
    </article>
  );
}

/** The file of a message: the picture as Patchbay stored it, or its name. */
function FileOf({ message: { file, vendorId, type }, chatId }: { message: PhoneMessage; chatId: string }) {
  const { t } = useLingui();
  const isPicture = type === 'image' || file?.mimeType?.startsWith('image/');
  const { data } = useQuery({
    queryKey: ['sandbox', 'files', chatId],
    enabled: isPicture === true,
    queryFn: ({ signal }) => client.messages.search(chatId, { pagination: { page: 0, limit: 100 } }, { signal }),
  });
  const stored = data?.data.find((one) => one.vendorId === vendorId)?.content.attachments[0];
  const name = file?.name ?? t`File`;
  if (isPicture && stored?.fileId)
    return <img className={styles.picture} src={`/v3/files/${stored.fileId}/content`} alt={name} />;
  return (
    <span className={styles.file}>
      <Paperclip size={14} aria-hidden />
      <bdi>{name}</bdi>
    </span>
  );
}
