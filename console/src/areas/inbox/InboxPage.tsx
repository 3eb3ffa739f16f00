import { Outlet, useParams } from '@tanstack/react-router';
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
  return (
    <div className={cx(styles.inbox, chatId && styles.hasChat)}>
      <ViewsPane className={styles.views} />
      <ChatListPane className={styles.list} />
      <Outlet />
    </div>
  );
}

export const NoChat = () => <NoChatPane className={styles.thread} />;

export function OpenChat() {
  const { chatId } = useParams({ from: '/frame/inbox/$chatId' });
  return (
    <>
      <ThreadPane className={styles.thread} chatId={chatId} key={chatId} />
      <ContactPanel className={styles.side} chatId={chatId} />
    </>
  );
}
