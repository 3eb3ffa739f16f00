import { useLingui } from '@lingui/react/macro';
import { EmptyState } from '../../../kit/index.ts';

export function ChatListPane({ className }: { className?: string | undefined }) {
  const { t } = useLingui();
  return (
    <section className={className} aria-label={t`Chats`}>
      <EmptyState title={t`Chats`} />
    </section>
  );
}
