import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { EmptyState, IconButton, PageHeader } from '../../../kit/index.ts';
import type { Resource } from './define-resource.ts';
import styles from './Resource.module.css';
import { ResourceForm } from './ResourceForm.tsx';

type Props<Item extends { id: string }, Values extends object> = {
  resource: Resource<Item, Values>;
  item: Item | null;
  isNew: boolean;
  onClose: () => void;
};

/** One entry beside the list: its form, or what is shown once after it was created. */
export function ResourcePanel<Item extends { id: string }, Values extends object>({
  resource,
  item,
  isNew,
  onClose,
}: Props<Item, Values>) {
  const { t, i18n } = useLingui();
  const { can } = useSession();
  const [created, setCreated] = useState<Item | null>(null);
  const title = item ? resource.nameOf(item) : isNew ? i18n._(resource.add) : t`Not found`;
  return (
    <aside className={styles.panel} aria-label={title}>
      <PageHeader level={2} title={<bdi>{title}</bdi>}>
        <IconButton label={t`Close`} icon={<X size={16} aria-hidden />} onClick={onClose} />
      </PageHeader>
      <div className={styles.panelBody}>
        {created && resource.Created ? (
          <resource.Created item={created} onDone={onClose} />
        ) : item || isNew ? (
          <>
            <ResourceForm
              key={item?.id ?? 'new'}
              resource={resource}
              item={item}
              readOnly={!can(resource.scope)}
              onCreated={(made) => (resource.Created ? setCreated(made) : onClose())}
              onDeleted={onClose}
            />
            {item && resource.Extra && <resource.Extra item={item} />}
          </>
        ) : (
          <EmptyState title={t`This entry does not exist`} text={t`It may have been deleted.`} />
        )}
      </div>
    </aside>
  );
}
