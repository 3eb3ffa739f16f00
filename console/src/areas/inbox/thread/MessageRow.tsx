import { useLingui } from '@lingui/react/macro';
import { Copy, SmilePlus } from 'lucide-react';
import { memo } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { cx, IconButton, Menu, toast, toastError } from '../../../kit/index.ts';
import { MessageContent } from './content/MessageContent.tsx';
import { MessageMeta } from './MessageMeta.tsx';
import type { Reaction } from './reactions.ts';
import type { Row } from './rows.ts';
import { statusOf } from './status.ts';
import styles from './Thread.module.css';

type Props = {
  row: Extract<Row, { kind: 'message' }>;
  contactName: string;
  isHighlighted: boolean;
  onTemplate: () => void;
  onEdit: (text: string) => void;
};

const MEDIA = new Set(['image', 'video']);

/** One message: who wrote it, what it says, reactions, time and status. */
export const MessageRow = memo(function MessageRow({ row, contactName, isHighlighted, onTemplate, onEdit }: Props) {
  const { message, isFirst, isLast, reactions } = row;
  const isInbound = message.sender === 'inbound';
  const status = isInbound ? null : statusOf(message);
  const author = useAuthor(message);
  const hasMedia = MEDIA.has(message.type) && message.content.attachments.some(({ fileId }) => fileId);
  return (
    <article
      className={cx(
        styles.message,
        isInbound ? styles.inbound : styles.outbound,
        isFirst && styles.first,
        status === 'failed' && styles.failed,
        status === 'unknown' && styles.unknown,
        (status === 'cancelled' || status === 'deleted') && styles.gone,
        isHighlighted && styles.highlighted,
        message.channel.type === 'email' && styles.mail,
      )}
      aria-label={isInbound ? contactName : author}
      data-message-id={message.id}
    >
      {isFirst && !isInbound && <div className={styles.by}>{author}</div>}
      <div className={styles.line}>
        <div className={cx(styles.bubble, hasMedia && styles.media)}>
          <MessageContent message={message} />
        </div>
        <Tools row={row} />
      </div>
      <Reactions reactions={reactions} contactName={contactName} />
      <MessageMeta message={message} status={status} isLast={isLast} onTemplate={onTemplate} onEdit={onEdit} />
    </article>
  );
});

function useAuthor({ author, sources, sender }: Props['row']['message']): string {
  const { t } = useLingui();
  const { me } = useSession();
  if (sender === 'inbound') return '';
  if (author) return author.userId === me.user.id ? t`You` : (author.name ?? t`A former colleague`);
  if (sources.includes('automation')) return t`Automation`;
  if (sources.includes('campaign')) return t`Campaign`;
  if (sources.includes('echo')) return t`App of the provider`;
  return t`Integration`;
}

function Reactions({ reactions, contactName }: { reactions: readonly Reaction[]; contactName: string }) {
  const { t } = useLingui();
  if (reactions.length === 0) return null;
  return (
    <span className={styles.reactions}>
      {reactions.map(({ emoji, by, messageId }) => (
        <span key={messageId} className={styles.reaction}>
          <span aria-hidden>{emoji}</span>
          <bdi>{by === 'contact' ? contactName : (by.name ?? t`Your side`)}</bdi>
          <span className={styles.hidden}>{t`reacted with ${emoji}`}</span>
        </span>
      ))}
    </span>
  );
}

const EMOJI = ['👍', '❤️', '😊', '🎉', '🙏', '😢'];
const REACTING = new Set(['whatsapp', 'instagram']);

/** What can be done with a message; shown while it is pointed at or focused. */
function Tools({ row: { message } }: { row: Props['row'] }) {
  const { t } = useLingui();
  const { client, can } = useSession();
  const { body } = message.content;
  const canReact =
    message.sender === 'inbound' && message.vendorId && REACTING.has(message.channel.type) && can('messages.write');
  const react = (emoji: string) =>
    client.messages
      .send(message.chat.id, { type: 'reaction', reaction: { messageId: message.id, emoji } })
      .catch((error: unknown) => toastError(t`The reaction was not sent`, error));
  const copy = async () => {
    await navigator.clipboard.writeText(body ?? '');
    toast({ text: t`Copied` });
  };
  return (
    <div className={styles.tools}>
      {canReact && (
        <Menu
          trigger={<IconButton size="small" label={t`React`} icon={<SmilePlus size={16} aria-hidden />} />}
          items={EMOJI.map((emoji) => ({ label: emoji, onSelect: () => void react(emoji) }))}
        />
      )}
      {body && <IconButton size="small" label={t`Copy text`} icon={<Copy size={16} aria-hidden />} onClick={() => void copy()} />}
    </div>
  );
}
