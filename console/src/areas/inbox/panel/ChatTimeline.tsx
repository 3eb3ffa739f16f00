import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button, cx, RelativeTime } from '../../../kit/index.ts';
import type { StoredChat } from '../../../live/chats/index.ts';
import type { Thread } from '../../../live/messages/thread.ts';
import { EventText } from '../thread/BesideRows.tsx';
import { statusOf } from '../thread/status.ts';
import { useLoadedThread } from '../thread/use-thread.ts';
import styles from './Panel.module.css';

type Moment = { key: string; at: string; tone: 'done' | 'look' | null; text: React.ReactNode };
const SHORT = 4;

/** What happened in this chat beside messages: assignments, notes, and messages that failed or are unknown. Newest first. */
export function ChatTimeline({ chat }: { chat: StoredChat }) {
  const { t } = useLingui();
  const { thread } = useLoadedThread(chat.id);
  const [isWhole, setIsWhole] = useState(false);
  const moments = useMoments(thread);
  if (moments.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.head}>
        <Trans>Timeline</Trans>
        {moments.length > SHORT && (
          <Button look="quiet" size="small" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? <Trans>Fewer</Trans> : <Trans>All</Trans>}
          </Button>
        )}
      </h3>
      <ol className={styles.trail} aria-label={t`Timeline`}>
        {moments.slice(0, isWhole ? undefined : SHORT).map(({ key, at, tone, text }) => (
          <li key={key} className={cx(tone === 'done' && styles.isDone, tone === 'look' && styles.isLook)}>
            {text}
            <RelativeTime at={at} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function useMoments({ messages, notes, events }: Thread): Moment[] {
  const { t } = useLingui();
  const problems = messages.flatMap((message): Moment[] => {
    if (message.sender === 'inbound') return [];
    const status = statusOf(message);
    if (status !== 'failed' && status !== 'unknown') return [];
    const text = status === 'failed' ? t`Message not sent` : t`Message outcome unknown`;
    return [{ key: message.id, at: message.timestamp, tone: 'look', text }];
  });
  const written = notes.map(({ id, createdAt, author }): Moment => {
    const name = author?.name ?? t`a former colleague`;
    return { key: id, at: createdAt, tone: null, text: t`Note by ${name}` };
  });
  const happened = events.map(
    (event): Moment => ({ key: event.id, at: event.at, tone: 'done', text: <EventText event={event} /> }),
  );
  return [...problems, ...written, ...happened].sort((a, b) => (a.at < b.at ? 1 : -1));
}
