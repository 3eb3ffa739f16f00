import { Trans, useLingui } from '@lingui/react/macro';
import { MessagesSquare } from 'lucide-react';
import { cx, EmptyState, Kbd } from '../../../kit/index.ts';
import styles from './Thread.module.css';

export function NoChatPane({ className }: { className?: string | undefined }) {
  const { t } = useLingui();
  return (
    <section className={cx(className, styles.noChat)} aria-label={t`No chat is open`}>
      <EmptyState
        icon={<MessagesSquare size={20} aria-hidden />}
        title={t`No chat is open`}
        text={
          <Trans>
            Choose one from the list, or press <Kbd keys="mod+k" /> to find something.
          </Trans>
        }
      />
    </section>
  );
}
