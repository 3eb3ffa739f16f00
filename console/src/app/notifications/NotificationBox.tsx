import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { AtSign, BellOff, UserRoundCheck } from 'lucide-react';
import { Button, cx, EmptyState, ErrorState, RelativeTime, SkeletonRows, Switch, toast } from '../../kit/index.ts';
import styles from './Notifications.module.css';
import { playSound, showDesktopNotice } from './notice.ts';
import { enableDesktopNotices, setNoticePreferences, useNoticePreferences } from './preferences.ts';
import { useMarkNotificationsRead, useNotifications, useNotificationText } from './queries.ts';

/** What the bell opens. */
export function NotificationBox({ onOpened }: { onOpened: () => void }) {
  return (
    <div className={styles.box}>
      <NotificationList onOpened={onOpened} />
      <NoticeSettings />
    </div>
  );
}

function NotificationList({ onOpened }: { onOpened: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const textOf = useNotificationText();
  const { data, error, refetch } = useNotifications();
  const markRead = useMarkNotificationsRead();
  const open = (id: string, chatId: string) => {
    markRead.mutate({ ids: [id] });
    onOpened();
    void navigate({ to: '/inbox/$chatId', params: { chatId } });
  };
  return (
    <>
      <header className={styles.head}>
        <h2>{t`Notifications`}</h2>
        {data?.data.some(({ readAt }) => readAt === null) && (
          <Button size="small" look="quiet" onClick={() => markRead.mutate({ all: true })}>
            {t`Mark all as read`}
          </Button>
        )}
      </header>
      {error && <ErrorState title={t`Notifications could not be loaded`} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data?.data.length === 0 && (
        <EmptyState
          icon={<BellOff size={20} aria-hidden />}
          title={t`No notifications`}
          text={t`Mentions of you and chats that are assigned to you appear here.`}
        />
      )}
      <ul>
        {data?.data.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className={cx(styles.row, item.readAt === null && styles.unread)}
              onClick={() => open(item.id, item.chatId)}
            >
              {item.type === 'mention' ? <AtSign size={16} aria-hidden /> : <UserRoundCheck size={16} aria-hidden />}
              <span className={styles.text} dir="auto">
                {textOf(item)}
              </span>
              <RelativeTime at={item.createdAt} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function NoticeSettings() {
  const { t } = useLingui();
  const { sound, desktop } = useNoticePreferences();
  const setDesktop = async (isWanted: boolean) => {
    if (!isWanted) return setNoticePreferences({ desktop: false });
    if (await enableDesktopNotices()) return;
    toast({ text: t`The browser does not allow notices`, detail: t`Allow them for this site in the settings of the browser.` });
  };
  const test = () => {
    if (sound) playSound();
    if (desktop) showDesktopNotice({ id: 'test', title: t`This is how a notice looks`, onOpen: () => undefined });
    if (!sound && !desktop) toast({ text: t`Sound and desktop notices are off` });
  };
  return (
    <footer className={styles.foot}>
      <Switch checked={sound} onChange={(isOn) => setNoticePreferences({ sound: isOn })} label={t`Sound`} />
      <Switch checked={desktop} onChange={(isOn) => void setDesktop(isOn)} label={t`Desktop notices`} />
      <Button size="small" onClick={test}>
        {t`Test`}
      </Button>
    </footer>
  );
}
