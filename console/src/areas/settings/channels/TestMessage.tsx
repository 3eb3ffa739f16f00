import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, ErrorState, Field, Input, RelativeTime, StatusDot } from '../../../kit/index.ts';
import { useFeedEvent } from '../../../live/use-feed.ts';
import styles from './Setup.module.css';
import { sendTest } from './send-test.ts';
import { providerOf, setups } from './setup.ts';

/** Checks both directions with real messages: the latest that came in, and one that is sent now and followed. */
export function TestMessage({ channel }: { channel: types.Channel }) {
  const provider = providerOf(channel);
  const latest = useLatestChat(channel.id);
  const isContactFirst = provider !== null && setups[provider].firstMessage === 'contact';
  return (
    <div className={styles.test}>
      <Receiving chat={latest} isWaiting={latest === null} />
      <Sending channel={channel} chat={latest ?? null} isContactFirst={isContactFirst} />
    </div>
  );
}

/** Returns the chat of the channel in which a message came last; null if there is none, undefined while it loads. */
function useLatestChat(channelId: string): types.Chat | null | undefined {
  const { client, tenant } = useSession();
  const { data, refetch } = useQuery({
    queryKey: ['settings', tenant.id, 'latest-chat', channelId],
    queryFn: () =>
      client.chats.search({ query: `eq(channelId,"${channelId}")`, sortBy: 'desc(lastMessageAt)', pagination: { limit: 1 } }),
    select: (page) => page.data[0] ?? null,
  });
  useFeedEvent('message.received', () => void refetch());
  return data;
}

function Receiving({ chat, isWaiting }: { chat: types.Chat | null | undefined; isWaiting: boolean }) {
  const { t } = useLingui();
  const { tenant } = useSession();
  return (
    <div className={styles.direction}>
      <h4 className={styles.directionTitle}>{t`Receiving`}</h4>
      {isWaiting && (
        <>
          <p>
            <StatusDot tone="warn">{t`Waiting for the first message`}</StatusDot>
          </p>
          <p>
            {tenant.mode === 'sandbox'
              ? t`Write to it with the sandbox phone.`
              : t`Write to it from your own phone or mailbox. It appears here within seconds.`}
          </p>
          {tenant.mode === 'sandbox' && <Link to="/phone">{t`Open the sandbox phone`}</Link>}
        </>
      )}
      {chat && (
        <p>
          <StatusDot tone="ok">
            {t`Works. Latest chat:`} <RelativeTime at={chat.lastMessageAt ?? chat.updatedAt} relative />
          </StatusDot>
        </p>
      )}
    </div>
  );
}

type SendingProps = { channel: types.Channel; chat: types.Chat | null; isContactFirst: boolean };

function Sending({ channel, chat, isContactFirst }: SendingProps) {
  const { t } = useLingui();
  const { client, me } = useSession();
  const isEmail = channel.type === 'email';
  const [address, setAddress] = useState(isEmail ? me.user.email : '');
  const [message, setMessage] = useState<types.FullMessage | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  useFeedEvent('*', ({ event, data }) => {
    if (message && event.startsWith('message.') && (data as { id?: string }).id === message.id)
      void client.messages.get(message.id).then(setMessage, () => undefined);
  });
  const openChat = isContactFirst && chat && isOpen(chat) ? chat : null;

  const send = async () => {
    setBusy(true);
    setError(null);
    try {
      const text = t`This is a test from Patchbay.`;
      setMessage(
        await sendTest(client, channel, openChat ? { chatId: openChat.id } : { address: address.trim() }, {
          text,
          subject: t`Test`,
        }),
      );
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={styles.direction}>
      <h4 className={styles.directionTitle}>{t`Sending`}</h4>
      {isContactFirst && !openChat ? (
        <p>{t`On this channel the customer writes first. When a message has come in, a test answer can be sent.`}</p>
      ) : (
        <div className={styles.sendLine}>
          {!openChat && (
            <Field label={isEmail ? t`Send a test to this address` : t`Send a test to this number`}>
              <Input
                dir="ltr"
                type={isEmail ? 'email' : 'tel'}
                placeholder={isEmail ? 'ada@example.com' : '+4915112345678'}
                value={address}
                onChange={(event) => setAddress(event.target.value)}
              />
            </Field>
          )}
          <Button busy={isBusy} disabled={!openChat && address.trim() === ''} onClick={() => void send()}>
            {isBusy ? t`Sending` : openChat ? t`Answer the latest chat` : t`Send a test`}
          </Button>
        </div>
      )}
      {message && <Outcome message={message} />}
      {error !== null && <ErrorState title={t`The test was not sent`} error={error} />}
    </div>
  );
}

const isOpen = ({ openUntil }: types.Chat): boolean => openUntil === null || Date.parse(openUntil) > Date.now();

function Outcome({ message: { status, sendState, errors } }: { message: types.FullMessage }) {
  const { t } = useLingui();
  const reason = errors[0]?.message;
  if (status === 'failed') return <StatusDot tone="danger">{reason ? t`Not sent: ${reason}` : t`Not sent`}</StatusDot>;
  if (status === 'delivered' || status === 'read') return <StatusDot tone="ok">{t`Delivered`}</StatusDot>;
  if (status === 'sent') return <StatusDot tone="ok">{t`Sent. The provider took it.`}</StatusDot>;
  if (sendState === 'unknown') return <StatusDot tone="warn">{t`Unknown: the provider did not answer`}</StatusDot>;
  return <StatusDot tone="live">{t`On its way`}</StatusDot>;
}
