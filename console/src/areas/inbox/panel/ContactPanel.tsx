import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ExternalLink, Plus, X } from 'lucide-react';
import { memo } from 'react';
import { Avatar, Chip, cx, ErrorState, IconButton, SkeletonRows } from '../../../kit/index.ts';
import type { StoredChat } from '../../../live/chats/index.ts';
import { LabelMenu, useChange } from '../actions/index.ts';
import { nameOf, useChat } from '../thread/use-chat.ts';
import { Attributes } from './Attributes.tsx';
import { ChatTimeline } from './ChatTimeline.tsx';
import { OtherChats } from './OtherChats.tsx';
import styles from './Panel.module.css';
import { setPanel, usePanelOpen } from './panel-state.ts';
import { useContact } from './queries.ts';
import { Reach } from './Reach.tsx';

type Props = { className?: string | undefined; chatId: string };

/** Who the contact is: addresses, consent, attributes, labels, other chats, and what happened in this one. */
export const ContactPanel = memo(function ContactPanel({ className, chatId }: Props) {
  const { t } = useLingui();
  const { chat } = useChat(chatId);
  const isOpen = usePanelOpen();
  if (!isOpen) return null;
  return (
    <aside className={cx(className, styles.panel)} aria-label={t`Contact`}>
      <header className={styles.bar}>
        <h2>
          <Trans>Contact</Trans>
        </h2>
        <IconButton label={t`Hide contact`} icon={<X size={16} aria-hidden />} onClick={() => setPanel(false)} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area can be scrolled with keys only if it has the focus */}
      <section className={styles.body} tabIndex={0} aria-label={t`Contact details`}>
        {chat ? <Sections chat={chat} /> : <SkeletonRows count={4} />}
      </section>
    </aside>
  );
});

function Sections({ chat }: { chat: StoredChat }) {
  const { t } = useLingui();
  const { data: contact, error, refetch } = useContact(chat.contactId);
  if (error && !contact)
    return (
      <div className={styles.section}>
        <ErrorState title={t`The contact could not be loaded`} error={error} onRetry={() => void refetch()} />
      </div>
    );
  const known = contact ?? chat.contact;
  return (
    <>
      <section className={styles.section}>
        <div className={styles.who}>
          <Avatar id={known.id} name={nameOf(known)} size={56} />
          <div className={styles.whoText}>
            <h3 className={styles.name}>
              <bdi>{nameOf(known)}</bdi>
            </h3>
            <Link to={`/contacts/${known.id}` as '/contacts'} className={styles.page}>
              <Trans>Open contact</Trans>
              <ExternalLink size={14} aria-hidden />
            </Link>
          </div>
        </div>
        <Labels chat={chat} />
      </section>
      <Reach contact={known} chat={chat} />
      <Attributes contact={known} />
      <OtherChats contact={known} chat={chat} />
      <ChatTimeline chat={chat} />
    </>
  );
}

function Labels({ chat }: { chat: StoredChat }) {
  const { t } = useLingui();
  const change = useChange();
  const target = { ids: [chat.id] };
  return (
    <div className={styles.chips}>
      {chat.contact.labels.map(({ id, name }) => (
        <Chip
          key={id}
          removeLabel={t`Remove label ${name}`}
          onRemove={() => void change(target, { action: 'unlabel', labelIds: [id] })}
        >
          {name}
        </Chip>
      ))}
      <LabelMenu
        target={target}
        trigger={<IconButton size="small" label={t`Add label`} icon={<Plus size={14} aria-hidden />} />}
      />
    </div>
  );
}
