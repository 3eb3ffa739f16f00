import { useLingui } from '@lingui/react/macro';
import { EmptyState, Page, PageHeader } from '../../kit/index.ts';

export function SettingsPage() {
  const { t } = useLingui();
  return (
    <Page header={<PageHeader title={t`Settings`} />}>
      <EmptyState title={t`Nothing here yet`} />
    </Page>
  );
}
