import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BackButton, PageHeader } from '../../kit/index.ts';

/** The header of a settings page. On narrow screens it leads back to the list of pages. */
export function SettingsHeader({ title, meta, children }: { title: ReactNode; meta?: ReactNode; children?: ReactNode }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <PageHeader
      title={title}
      meta={meta}
      lead={<BackButton label={t`Back to the settings`} onClick={() => void navigate({ to: '/settings' })} />}
    >
      {children}
    </PageHeader>
  );
}
