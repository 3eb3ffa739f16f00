import { useLingui } from '@lingui/react/macro';
import { EmptyState } from '../../../kit/index.ts';

export function NoChatPane({ className }: { className?: string | undefined }) {
  const { t } = useLingui();
  return (
    <section className={className} aria-label={t`No chat is open`}>
      <EmptyState title={t`No chat is open`} />
    </section>
  );
}
