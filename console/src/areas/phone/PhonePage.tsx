import { useLingui } from '@lingui/react/macro';
import { EmptyState, Page, PageHeader } from '../../kit/index.ts';

export function PhonePage() {
  const { t } = useLingui();
  return (
    <Page header={<PageHeader title={t`Phone`} />}>
      <EmptyState title={t`Nothing here yet`} />
    </Page>
  );
}
