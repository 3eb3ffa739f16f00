import { useLingui } from '@lingui/react/macro';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BackButton, PageHeader } from '../../kit/index.ts';

/** The header of a page. On narrow screens it leads back to the list that the page is from. */
export function DevelopersHeader({ title, meta, children }: { title: ReactNode; meta?: ReactNode; children?: ReactNode }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { page = '', item } = useParams({ strict: false });
  const back = item ? (
    <BackButton label={t`Back to the list`} onClick={() => void navigate({ to: '/developers/$page', params: { page } })} />
  ) : (
    <BackButton label={t`Back to the list of pages`} onClick={() => void navigate({ to: '/developers' })} />
  );
  return (
    <PageHeader title={title} meta={meta} lead={back}>
      {children}
    </PageHeader>
  );
}
