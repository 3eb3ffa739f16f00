import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BackButton, PageHeader } from '../../kit/index.ts';

/** The header of a page. On narrow screens it leads back to the list of pages. */
export function DevelopersHeader({ title, meta, children }: { title: ReactNode; meta?: ReactNode; children?: ReactNode }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <PageHeader
      title={title}
      meta={meta}
      lead={<BackButton label={t`Back to the list of pages`} onClick={() => void navigate({ to: '/developers' })} />}
    >
      {children}
    </PageHeader>
  );
}
