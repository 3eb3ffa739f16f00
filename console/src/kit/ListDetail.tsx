import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import { PageHeader } from './Layout.tsx';
import styles from './ListDetail.module.css';

type Props = {
  header: ReactNode;
  children: ReactNode;
  /** A DetailPanel, or nothing. */
  panel: ReactNode;
};

/** A list, and beside it the entry that is open; below 1100 px one of both. */
export const ListDetail = ({ header, children, panel }: Props) => (
  <div className={styles.page} data-open={panel ? '' : undefined}>
    <section className={styles.list}>
      {header}
      <div className={styles.body}>{children}</div>
    </section>
    {panel}
  </div>
);

type PanelProps = { title: string; meta?: ReactNode; actions?: ReactNode; onClose: () => void; children: ReactNode };

/** One entry beside its list. */
export function DetailPanel({ title, meta, actions, onClose, children }: PanelProps) {
  const { t } = useLingui();
  return (
    <aside className={styles.panel} aria-label={title}>
      <PageHeader level={2} title={<bdi>{title}</bdi>} meta={meta}>
        {actions}
        <IconButton label={t`Close`} icon={<X size={16} aria-hidden />} onClick={onClose} />
      </PageHeader>
      <div className={styles.panelBody}>{children}</div>
    </aside>
  );
}
