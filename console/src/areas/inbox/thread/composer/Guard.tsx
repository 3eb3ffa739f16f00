import { Trans, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useEffect, useState } from 'react';
import { useSession } from '../../../../app/session/use-session.ts';
import { Button, Notice } from '../../../../kit/index.ts';
import type { Outgoing } from '../../../../live/messages/outbox.ts';
import { useServices } from '../services.ts';
import styles from './Composer.module.css';

type Props = { items: readonly Outgoing[]; latest: types.FullMessage | undefined; contactName: string };

/** Shown where a send was refused because the chat has a newer message. The text is kept. */
export function Guard({ items, latest, contactName }: Props) {
  const { t } = useLingui();
  const { me } = useSession();
  const { outbox, composers } = useServices();
  const seconds = useSecondsSince(latest?.timestamp);
  const [item] = items.filter(({ state }) => state === 'changed');
  if (!item) return null;
  const isInbound = latest?.sender === 'inbound';
  const author = latest?.author?.userId === me.user.id ? t`You` : (latest?.author?.name ?? t`Somebody`);
  const edit = () => {
    const taken = outbox.remove(item.clientKey);
    if (taken) composers.dispatch(taken.chatId, { do: 'restore', item: taken });
  };
  return (
    <div className={styles.guard}>
      <Notice
        tone="warn"
        title={
          seconds < 100 ? (
            isInbound ? (
              <Trans>
                {contactName} wrote {seconds} s ago
              </Trans>
            ) : (
              <Trans>
                {author} answered {seconds} s ago
              </Trans>
            )
          ) : isInbound ? (
            <Trans>{contactName} wrote meanwhile</Trans>
          ) : (
            <Trans>{author} answered meanwhile</Trans>
          )
        }
        action={
          <span className={styles.guardActions}>
            <Button size="small" onClick={edit}>
              <Trans>Edit</Trans>
            </Button>
            <Button size="small" onClick={() => void outbox.sendAnyway(item.clientKey)}>
              <Trans>Send anyway</Trans>
            </Button>
          </span>
        }
      >
        <p>
          <Trans>Your reply is kept. Read the new message first, or send anyway.</Trans>
        </p>
      </Notice>
    </div>
  );
}

function useSecondsSince(at: string | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return at ? Math.max(0, Math.round((now - Date.parse(at)) / 1_000)) : 0;
}
