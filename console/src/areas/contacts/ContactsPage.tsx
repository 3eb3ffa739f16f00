import { useLingui } from '@lingui/react/macro';
import { EmptyState, Page, PageHeader } from '../../kit/index.ts';

export function ContactsPage() {
  const { t } = useLingui();
  return (
    <Page header={<PageHeader title={t`Contacts`} />}>
      <EmptyState title={t`Nothing here yet`} />
    </Page>
  );
}
