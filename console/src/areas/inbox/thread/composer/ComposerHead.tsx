import { Trans, useLingui } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import type { RefObject } from 'react';
import { Countdown } from '../../../../kit/index.ts';
import type { StoredChat } from '../../../../live/chats/index.ts';
import { useServices } from '../services.ts';
import { nameOf } from '../use-chat.ts';
import { useComposerState } from '../use-thread.ts';
import styles from './Composer.module.css';

type Props = {
  chat: StoredChat;
  channelType: string | undefined;
  isClosed: boolean;
  isTemplate: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** Reply, template or note, and how long the messaging window is open. */
export function ComposerHead({ chat, channelType, isClosed, isTemplate, field }: Props) {
  const { t } = useLingui();
  const { composers } = useServices();
  const { mode } = useComposerState(chat.id);
  const name = chat.contact.firstName ?? nameOf(chat.contact);
  const hasWindow = channelType === 'whatsapp' || channelType === 'instagram';
  const choose = (next: 'reply' | 'note') => {
    composers.dispatch(chat.id, { do: 'mode', mode: next });
    requestAnimationFrame(() => field.current?.focus());
  };
  return (
    <div className={styles.head}>
      <div className={styles.modes} role="tablist" aria-label={t`What to write`}>
        {!isClosed && (
          <button type="button" role="tab" aria-selected={mode === 'reply' && !isTemplate} onClick={() => choose('reply')}>
            <Trans>Reply</Trans>
          </button>
        )}
        {(isClosed || isTemplate) && (
          <button type="button" role="tab" aria-selected={isTemplate} onClick={() => isClosed && choose('reply')}>
            <Trans>Template</Trans>
          </button>
        )}
        <button type="button" role="tab" aria-selected={mode === 'note'} onClick={() => choose('note')}>
          <Trans>Note</Trans>
        </button>
      </div>
      {mode === 'note' ? (
        <span className={styles.headHint}>
          <Trans>Only your team sees this</Trans>
        </span>
      ) : isClosed ? (
        <span className={styles.headHint}>
          <Lock size={14} aria-hidden />
          <Trans>Free text opens when {name} writes</Trans>
        </span>
      ) : (
        hasWindow && <Countdown until={chat.openUntil} suffix />
      )}
    </div>
  );
}
