import { Trans, useLingui } from '@lingui/react/macro';
import { Clock, FileText, NotebookPen, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, causeOf, cx } from '../../../kit/index.ts';
import type { Outgoing } from '../../../live/messages/outbox.ts';
import { contentUrl } from './content/Picture.tsx';
import { Words } from './content/Words.tsx';
import { useServices } from './services.ts';
import styles from './Thread.module.css';

/** A message that waits for five seconds, is being sent, or was not sent. It looks like the message that it will be. */
export function OutgoingRow({ item, isFirst }: { item: Outgoing; isFirst: boolean }) {
  const isNote = item.content.kind === 'note';
  return (
    <article
      className={cx(
        isNote ? styles.note : cx(styles.message, styles.outbound),
        isFirst && styles.first,
        (item.state === 'failed' || item.state === 'changed') && styles.failed,
      )}
      data-client-key={item.clientKey}
    >
      {!isNote && isFirst && (
        <div className={styles.by}>
          <Trans>You</Trans>
        </div>
      )}
      {isNote && (
        <header className={styles.noteHead}>
          <NotebookPen size={14} aria-hidden />
          <Trans>Your note</Trans>
        </header>
      )}
      <div className={isNote ? styles.noteText : styles.bubble}>
        {item.files.map(({ fileId, name, mimeType }) =>
          mimeType.startsWith('image/') ? (
            <img key={fileId} className={styles.pendingImage} src={contentUrl(fileId)} alt={name} />
          ) : (
            <p key={fileId} className={styles.pendingFile}>
              <FileText size={16} aria-hidden />
              {name}
            </p>
          ),
        )}
        {item.text && <Words text={item.text} />}
      </div>
      <OutgoingMeta item={item} />
    </article>
  );
}

function OutgoingMeta({ item }: { item: Outgoing }) {
  const { outbox, composers } = useServices();
  const takeBack = () => {
    const taken = outbox.remove(item.clientKey);
    if (taken) composers.dispatch(taken.chatId, { do: 'restore', item: taken });
  };
  if (item.state === 'waiting') return <Waiting item={item} onUndo={takeBack} />;
  if (item.state === 'sending')
    return (
      <div className={styles.meta} role="status">
        <Clock size={15} aria-hidden />
        <Trans>Sending</Trans>
      </div>
    );
  return (
    <>
      <div className={cx(styles.meta, styles.toneFailed)}>
        <TriangleAlert size={15} aria-hidden />
        <Trans>Not sent</Trans>
      </div>
      <div className={styles.repair}>
        {item.state === 'failed' && <span>{causeOf(item.error).message}</span>}
        <Button
          look="link"
          onClick={() => void (item.state === 'changed' ? outbox.sendAnyway(item.clientKey) : outbox.send(item.clientKey))}
        >
          {item.state === 'changed' ? <Trans>Send anyway</Trans> : <Trans>Try again</Trans>}
        </Button>
        <Button look="link" onClick={takeBack}>
          <Trans>Edit</Trans>
        </Button>
      </div>
    </>
  );
}

/** Counts down the seconds in which the message can be taken back. */
function Waiting({ item, onUndo }: { item: Outgoing; onUndo: () => void }) {
  const { t } = useLingui();
  const { outbox } = useServices();
  const { me } = useSession();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((item.sendAt - now) / 1000));
  return (
    <div className={styles.meta} data-author={me.user.id}>
      <Clock size={15} aria-hidden />
      <Trans>Sending</Trans>
      <Button look="link" onClick={onUndo} aria-label={t`Undo sending`}>
        <Trans>Undo, {seconds} s</Trans>
      </Button>
      <Button look="link" onClick={() => void outbox.send(item.clientKey)}>
        <Trans>Send now</Trans>
      </Button>
    </div>
  );
}
