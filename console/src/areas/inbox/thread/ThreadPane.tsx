import { useLingui } from '@lingui/react/macro';
import { EmptyState } from '../../../kit/index.ts';

export function ThreadPane({ className }: { className?: string | undefined; chatId: string }) {
  const { t } = useLingui();
  return (
    <section className={className} aria-label={t`Thread`}>
      <EmptyState title={t`Thread`} />
    </section>
  );
}
