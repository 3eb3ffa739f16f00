import { Trans, useLingui } from '@lingui/react/macro';
import { LayoutTemplate, Paperclip, Zap } from 'lucide-react';
import { lazy, type RefObject, Suspense, useRef } from 'react';
import { useSession } from '../../../../app/session/use-session.ts';
import { Button, cx, IconButton, Notice, PlainInput, SkeletonRows, useChannelName, useNow } from '../../../../kit/index.ts';
import type { StoredChat } from '../../../../live/chats/index.ts';
import { latestSeen, type Thread } from '../../../../live/messages/thread.ts';
import { textIn } from '../content/details.ts';
import { useServices } from '../services.ts';
import { isWindowClosed, nameOf } from '../use-chat.ts';
import { useAnnouncePresence, useComposerState, useOutgoing } from '../use-thread.ts';
import styles from './Composer.module.css';
import { ComposerHead } from './ComposerHead.tsx';
import { ComposerText } from './ComposerText.tsx';
import { Counter } from './Counter.tsx';
import { FileChips } from './FileChips.tsx';
import { Guard } from './Guard.tsx';
import { PresenceLine } from './PresenceLine.tsx';
import { SendButton } from './SendButton.tsx';
import { SendLater } from './SendLater.tsx';
import { blockOf } from './state.ts';
import { useDrop, useFocusActions } from './use-composer-actions.ts';
import { useSend } from './use-send.ts';

const TemplatePicker = lazy(() => import('./TemplatePicker.tsx').then(({ TemplatePicker }) => ({ default: TemplatePicker })));

type Props = { chat: StoredChat; channelType: string | undefined; thread: Thread };

/** Where replies and notes are written. After the messaging window has closed it becomes the template picker. */
export function Composer({ chat, channelType, thread }: Props) {
  const { can } = useSession();
  const outgoing = useOutgoing(chat.id);
  if (!can('messages.write') && !can('notes.write'))
    return (
      <div className={styles.dock}>
        <Notice>
          <Trans>You can read this chat, but not write in it.</Trans>
        </Notice>
      </div>
    );
  return (
    <div className={styles.dock}>
      <PresenceLine chatId={chat.id} />
      <Guard items={outgoing} latest={latestSeen(thread)} contactName={nameOf(chat.contact)} />
      <Box chat={chat} channelType={channelType} thread={thread} />
    </div>
  );
}

function Box({ chat, channelType, thread }: Props) {
  const state = useComposerState(chat.id);
  const now = useNow();
  const isClosed = isWindowClosed(chat.openUntil, channelType, now);
  const isTemplate = state.mode === 'reply' && (isClosed || state.isPickingTemplate);
  const { send, sendTemplate } = useSend(chat, thread, channelType);
  const field = useRef<HTMLTextAreaElement>(null);
  const drop = useDrop(chat.id);
  const announceTyping = useAnnouncePresence(chat.id);
  useFocusActions(chat.id, field);
  return (
    <div
      className={cx(styles.composer, state.mode === 'note' && styles.noteMode, drop.isOver && styles.dropping)}
      {...drop.handlers}
    >
      <ComposerHead chat={chat} channelType={channelType} isClosed={isClosed} isTemplate={isTemplate} field={field} />
      {isTemplate ? (
        <Suspense fallback={<SkeletonRows count={2} />}>
          <TemplatePicker chat={chat} onSend={sendTemplate} />
        </Suspense>
      ) : (
        <Writing chat={chat} channelType={channelType} thread={thread} field={field} onTyping={announceTyping} onSend={send} />
      )}
      {drop.isOver && (
        <p className={styles.dropHint}>
          <Trans>Drop files to attach them</Trans>
        </p>
      )}
    </div>
  );
}

type WritingProps = Props & {
  field: RefObject<HTMLTextAreaElement | null>;
  onTyping: () => void;
  onSend: (scheduledAt?: string) => void;
};

function Writing({ chat, channelType, thread, field, onTyping, onSend }: WritingProps) {
  const { t } = useLingui();
  const { composers } = useServices();
  const state = useComposerState(chat.id);
  const channel = useChannelName(channelType ?? '');
  const name = nameOf(chat.contact);
  const isNote = state.mode === 'note';
  const isMail = channelType === 'email' && !isNote;
  const lastSubject = isMail ? thread.messages.findLast(({ content }) => textIn(content.details, 'subject')) : undefined;
  return (
    <>
      {isMail && (
        <div className={styles.subject}>
          <PlainInput
            aria-label={t`Subject`}
            soft
            value={state.subject}
            placeholder={subjectHint(textIn(lastSubject?.content.details ?? null, 'subject')) ?? t`Subject`}
            onChange={(event) => composers.dispatch(chat.id, { do: 'subject', subject: event.target.value })}
          />
        </div>
      )}
      <ComposerText
        chatId={chat.id}
        field={field}
        mode={state.mode}
        text={state.text}
        label={isNote ? t`Note for your team` : t`Reply to ${name} on ${channel}`}
        onTyping={onTyping}
        onSend={() => onSend()}
      />
      <FileChips chatId={chat.id} files={state.files} />
      <Foot chat={chat} channelType={channelType} field={field} onSend={onSend} />
    </>
  );
}

const subjectHint = (subject: string | null): string | null =>
  subject === null ? null : /^re:/i.test(subject) ? subject : `Re: ${subject}`;

function Foot({ chat, channelType, field, onSend }: Omit<WritingProps, 'thread' | 'onTyping'>) {
  const { t } = useLingui();
  const { composers } = useServices();
  const state = useComposerState(chat.id);
  const picker = useRef<HTMLInputElement>(null);
  const isNote = state.mode === 'note';
  const isBlocked = blockOf(state) !== null;
  const typeSlash = () => {
    const before = state.text;
    const text = before === '' || /\s$/.test(before) ? `${before}/` : `${before} /`;
    field.current?.focus();
    // as if it were typed, so that the list opens
    const setter = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
    setter?.call(field.current, text);
    field.current?.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <div className={styles.foot}>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          for (const file of target.files ?? []) void composers.addFile(chat.id, file);
          target.value = '';
        }}
      />
      <IconButton
        size="small"
        label={t`Attach files`}
        icon={<Paperclip size={16} aria-hidden />}
        onClick={() => picker.current?.click()}
      />
      <IconButton size="small" label={t`Snippets`} icon={<Zap size={16} aria-hidden />} onClick={typeSlash} />
      {!isNote && (
        <IconButton
          size="small"
          label={t`Templates`}
          icon={<LayoutTemplate size={16} aria-hidden />}
          onClick={() => composers.dispatch(chat.id, { do: 'pickTemplate', isOpen: true })}
        />
      )}
      <span className={styles.grow} />
      {!isNote && <Counter text={state.text} channelType={channelType} />}
      {isNote ? (
        <Button disabled={isBlocked} onClick={() => onSend()}>
          <Trans>Add note</Trans>
        </Button>
      ) : (
        <>
          <SendLater disabled={isBlocked} onSend={onSend} />
          <SendButton isBlocked={isBlocked} onSend={() => onSend()} />
        </>
      )}
    </div>
  );
}
