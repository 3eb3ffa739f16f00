import { useLingui } from '@lingui/react/macro';
import { EmptyState } from '../../../kit/index.ts';

export function ContactPanel({ className }: { className?: string | undefined; chatId: string }) {
  const { t } = useLingui();
  return (
    <section className={className} aria-label={t`Contact`}>
      <EmptyState title={t`Contact`} />
    </section>
  );
}
