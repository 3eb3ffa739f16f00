import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton, PageHeader } from '../../kit/index.ts';
import styles from './SettingsHeader.module.css';

/** The header of a settings page. On narrow screens it leads back to the list of pages. */
export function SettingsHeader({ title, meta, children }: { title: ReactNode; meta?: ReactNode; children?: ReactNode }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <PageHeader
      title={title}
      meta={meta}
      lead={
        <IconButton
          className={styles.back}
          label={t`Back to the settings`}
          icon={<ArrowLeft size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/settings' })}
        />
      }
    >
      {children}
    </PageHeader>
  );
}
