import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing, Volume2 } from 'lucide-react';
import { useState } from 'react';
import { playSound, showDesktopNotice } from '../../../app/notifications/notice.ts';
import { enableDesktopNotices, setNoticePreferences, useNoticePreferences } from '../../../app/notifications/preferences.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, Notice, RelativeTime, Switch, toast, toastError } from '../../../kit/index.ts';
import { Section, SectionPage } from '../Section.tsx';
import styles from './Account.module.css';

/** How the person is told of mentions and assignments, with a test of each way. */
export default function NotificationsPage() {
  const { t } = useLingui();
  const { sound, desktop } = useNoticePreferences();
  const [isRefused, setRefused] = useState(false);
  const setDesktop = async (isOn: boolean) => {
    if (isOn) setRefused(!(await enableDesktopNotices()));
    else setNoticePreferences({ desktop: false });
  };
  return (
    <SectionPage title={t`Notifications`}>
      <Section title={t`Sound`} text={t`When somebody mentions you or assigns a chat to you. For this browser.`}>
        <Switch checked={sound} label={t`Play a sound`} onChange={(isOn) => setNoticePreferences({ sound: isOn })} />
        <div>
          <Button icon={<Volume2 size={14} aria-hidden />} onClick={playSound}>
            {t`Test the sound`}
          </Button>
        </div>
      </Section>
      <Section
        title={t`On the desktop`}
        text={t`A notice of the system while the console is in the background. For this browser.`}
      >
        <Switch checked={desktop} label={t`Show notices on the desktop`} onChange={(isOn) => void setDesktop(isOn)} />
        {isRefused && (
          <Notice tone="warn" title={t`The browser does not allow it`}>
            {t`Allow notifications for this site in the settings of the browser, beside the address. Then turn it on again.`}
          </Notice>
        )}
        <div>
          <Button
            icon={<BellRing size={14} aria-hidden />}
            disabled={!desktop}
            onClick={() => showDesktopNotice({ id: 'test', title: t`This is a test from Patchbay.`, onOpen: () => undefined })}
          >
            {t`Test the notice`}
          </Button>
        </div>
      </Section>
      <PushBrowsers />
    </SectionPage>
  );
}

/** Browsers and phones that get notifications while the console is closed (Web Push). */
function PushBrowsers() {
  const { t } = useLingui();
  const { client, tenant } = useSession();
  const cache = useQueryClient();
  const queryKey = ['settings', tenant.id, 'push'];
  const { data } = useQuery({ queryKey, queryFn: () => client.pushSubscriptions.search() });
  if (!data || data.data.length === 0) return null;
  const run = (call: Promise<unknown>, text: string) =>
    void call.then(
      () => {
        toast({ text });
        return cache.invalidateQueries({ queryKey });
      },
      (error: unknown) => toastError(t`This did not work`, error),
    );
  return (
    <Section title={t`Push messages`} text={t`These browsers get notifications while the console is closed.`}>
      <ul className={styles.rows}>
        {data.data.map((subscription) => (
          <Browser
            key={subscription.id}
            subscription={subscription}
            onTest={() => run(client.pushSubscriptions.test(subscription.id), t`A test is on its way`)}
            onRemove={() => run(client.pushSubscriptions.delete(subscription.id), t`This browser gets no more notifications`)}
          />
        ))}
      </ul>
    </Section>
  );
}

type BrowserProps = { subscription: types.PushSubscription; onTest: () => void; onRemove: () => void };

function Browser({ subscription: { name, endpoint, createdAt }, onTest, onRemove }: BrowserProps) {
  const { t } = useLingui();
  return (
    <li className={styles.row}>
      <span className={styles.rowText}>
        <bdi>{name ?? new URL(endpoint).host}</bdi>
        <small>
          {t`Added`} <RelativeTime at={createdAt} relative />
        </small>
      </span>
      <Button size="small" onClick={onTest}>
        {t`Test`}
      </Button>
      <Button size="small" onClick={onRemove}>
        {t`Remove`}
      </Button>
    </li>
  );
}
