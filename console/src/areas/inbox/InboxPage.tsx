import { Outlet, useParams, useSearch } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { PhoneSlot } from '../../app/phone-slot.tsx';
import { useSession } from '../../app/session/use-session.ts';
import { cx } from '../../kit/index.ts';
import styles from './InboxPage.module.css';
import { ChatListPane } from './list/ChatListPane.tsx';
import { ViewsPane } from './list/ViewsPane.tsx';
import { ContactPanel } from './panel/ContactPanel.tsx';
import { NoChatPane } from './thread/NoChatPane.tsx';
import { ThreadPane } from './thread/ThreadPane.tsx';

/** Views, list, thread and contact. Below 1280 px the contact slides over, below 1024 px the views are a drawer, below 768 px one pane shows. */
export function InboxPage() {
  const { chatId } = useParams({ strict: false });
  const hasPhone = useHasPhone() && chatId !== undefined;
  return (
    <div className={cx(styles.inbox, chatId && styles.hasChat, hasPhone && styles.hasPhone)}>
      <ViewsPane className={styles.views} />
      <ChatListPane className={styles.list} />
      <Outlet />
    </div>
  );
}

export const NoChat = () => <NoChatPane className={styles.thread} />;

export function OpenChat() {
  const { chatId } = useParams({ from: '/frame/inbox/$chatId' });
  const hasPhone = useHasPhone();
  const panelChatId = useDeferredValue(chatId); // the messages are painted first
  return (
    <>
      <ThreadPane className={styles.thread} chatId={chatId} key={chatId} />
      {hasPhone ? (
        <PhoneSlot className={styles.phone} chatId={chatId} key={`phone ${chatId}`} />
      ) : (
        <ContactPanel className={styles.side} chatId={panelChatId} />
      )}
    </>
  );
}

/** Whether the sandbox phone takes the place of views and contact. */
function useHasPhone(): boolean {
  const { phone } = useSearch({ from: '/frame/inbox' });
  const { tenant } = useSession();
  return phone !== undefined && tenant.mode === 'sandbox';
}
