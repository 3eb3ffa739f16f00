import { useLingui } from '@lingui/react/macro';
import { EmptyState } from '../../../kit/index.ts';

export function ViewsPane({ className }: { className?: string | undefined }) {
  const { t } = useLingui();
  return (
    <section className={className} aria-label={t`Views`}>
      <EmptyState title={t`Views`} />
    </section>
  );
}
