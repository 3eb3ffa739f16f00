import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, SendHorizontal } from 'lucide-react';
import { Button, Menu } from '../../../../kit/index.ts';
import styles from './Composer.module.css';
import { setSendKey, useSendKey } from './send-key.ts';

/** Sends; the menu beside it chooses the key that does the same. */
export function SendButton({ isBlocked, onSend }: { isBlocked: boolean; onSend: () => void }) {
  const { t } = useLingui();
  const key = useSendKey();
  return (
    <span className={styles.split}>
      <Button look="primary" disabled={isBlocked} onClick={onSend} className={styles.send}>
        <SendHorizontal size={16} className={styles.sendIcon} aria-hidden />
        <span className={styles.sendText}>
          <Trans>Send</Trans>
        </span>
      </Button>
      <Menu
        side="top"
        align="end"
        trigger={
          <Button look="primary" aria-label={t`How to send`} className={styles.sendMore}>
            <ChevronDown size={14} aria-hidden />
          </Button>
        }
        items={[
          { heading: t`Send with` },
          { label: t`Ctrl or ⌘ with Enter`, checked: key === 'mod+enter', onSelect: () => setSendKey('mod+enter') },
          { label: t`Enter; Shift+Enter for a new line`, checked: key === 'enter', onSelect: () => setSendKey('enter') },
        ]}
      />
    </span>
  );
}
