import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useEffect, useState } from 'react';
import type { StoredChat } from '../../../live/chats/index.ts';
import { usePresent } from '../../../live/chats/use-chats.ts';
import styles from './Thread.module.css';
import { nameOf } from './use-chat.ts';

const EVERY_MS = 2_000;

/** Tells screen readers of new messages and colleagues: at most one sentence in two seconds. */
export function LiveRegion({ chat, latest }: { chat: StoredChat; latest: types.FullMessage | undefined }) {
  const { t } = useLingui();
  const typing = usePresent(chat.id).find(({ state }) => state === 'typing');
  const [openedAt] = useState(() => new Date().toISOString());
  const name = nameOf(chat.contact);
  const isNew = latest?.sender === 'inbound' && latest.timestamp > openedAt;
  const sentence = typing ? t`${typing.name} is replying` : isNew ? t`${name}: ${latest.content.body ?? t`a new message`}` : '';
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(sentence), EVERY_MS);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <div className={styles.hidden} role="status" aria-live="polite">
      {said}
    </div>
  );
}
