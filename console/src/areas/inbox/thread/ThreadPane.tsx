import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { cx, ErrorState, SkeletonRows } from '../../../kit/index.ts';
import { chatStore, type StoredChat } from '../../../live/chats/index.ts';
import { Composer } from './composer/Composer.tsx';
import { LiveRegion } from './LiveRegion.tsx';
import { MessageList } from './MessageList.tsx';
import { type NewMark, newMarkOf, rowsOf } from './rows.ts';
import { useServices } from './services.ts';
import styles from './Thread.module.css';
import { ThreadHeader } from './ThreadHeader.tsx';
import { nameOf, useChannelType, useChat } from './use-chat.ts';
import { useOutgoing, useThread } from './use-thread.ts';

/** One chat: header, messages, composer. */
export function ThreadPane({ className, chatId }: { className?: string | undefined; chatId: string }) {
  const { t } = useLingui();
  const { chat, error, retry } = useChat(chatId);
  const name = chat ? nameOf(chat.contact) : '';
  return (
    <section className={cx(className, styles.pane)} aria-label={chat ? t`Chat with ${name}` : t`Chat`}>
      {chat ? (
        <OpenThread chat={chat} />
      ) : error ? (
        <div className={styles.problem}>
          <ErrorState title={t`The chat could not be loaded`} error={error} onRetry={retry} />
        </div>
      ) : (
        <SkeletonRows count={8} />
      )}
    </section>
  );
}

function OpenThread({ chat }: { chat: StoredChat }) {
  const { t } = useLingui();
  const { messageId, message } = useSearch({ strict: false }) as { messageId?: string; message?: string };
  const highlightId = messageId ?? message;
  const { threads, composers } = useServices();
  const channelType = useChannelType(chat.channelId);
  const loaded = useThread(chat.id, highlightId);
  const outgoing = useOutgoing(chat.id);
  const mark = useNewMark(chat, loaded);
  const { thread } = loaded;
  const rows = useMemo(() => rowsOf(thread, outgoing, mark), [thread, outgoing, mark]);
  const onTemplate = useCallback(() => composers.dispatch(chat.id, { do: 'pickTemplate', isOpen: true }), [composers, chat.id]);
  const onEdit = useCallback((text: string) => composers.dispatch(chat.id, { do: 'type', text }), [composers, chat.id]);
  useMarkRead(chat, loaded.state === 'ready');
  return (
    <>
      <ThreadHeader chat={chat} channelType={channelType} />
      {loaded.state === 'loading' && <SkeletonRows count={6} />}
      {loaded.state === 'failed' && (
        <div className={styles.problem}>
          <ErrorState title={t`Messages could not be loaded`} error={loaded.error} onRetry={() => void threads.reload(chat.id)} />
        </div>
      )}
      {loaded.state === 'ready' &&
        (rows.length === 0 ? (
          <p className={styles.empty}>
            <Trans>No messages yet.</Trans>
          </p>
        ) : (
          <MessageList
            chatId={chat.id}
            loaded={loaded}
            rows={rows}
            contactName={nameOf(chat.contact)}
            highlightId={highlightId}
            onTemplate={onTemplate}
            onEdit={onEdit}
          />
        ))}
      <LiveRegion chat={chat} latest={thread.messages.at(-1)} />
      <Composer chat={chat} channelType={channelType} thread={thread} />
    </>
  );
}

/** Remembers which messages were unread when the chat was opened; reading them does not move the line. */
function useNewMark(chat: StoredChat, { state, thread }: ReturnType<typeof useThread>): NewMark | null {
  const [unread] = useState(chat.unreadCount);
  const [mark, setMark] = useState<NewMark | null | undefined>(undefined);
  if (mark === undefined && state === 'ready') setMark(newMarkOf(thread.messages, unread));
  return mark ?? null;
}

/** A chat that is on the screen is read. Marking it as unread by hand stays until the page is shown again. */
function useMarkRead({ id, unreadCount, latestMessage }: StoredChat, isShown: boolean): void {
  const { client, can } = useSession();
  const mayRead = can('chats.write');
  const [handled] = useState<{ latest: string | null | undefined }>({ latest: undefined });
  useEffect(() => {
    const markRead = () => {
      const latest = latestMessage?.id ?? null;
      if (!isShown || !mayRead || unreadCount === 0 || document.visibilityState !== 'visible' || handled.latest === latest)
        return;
      handled.latest = latest;
      chatStore.patch(id, { unreadCount: 0 });
      void client.chats.markRead(id).catch(() => undefined);
    };
    markRead();
    document.addEventListener('visibilitychange', markRead);
    return () => document.removeEventListener('visibilitychange', markRead);
  }, [client, id, unreadCount, latestMessage?.id, isShown, mayRead, handled]);
}
