import { useLingui } from '@lingui/react/macro';
import { Link, useParams } from '@tanstack/react-router';
import { buttonClass, ErrorState, Page, PageHeader, SkeletonRows } from '../../../kit/index.ts';
import { useAutomation } from '../queries.ts';
import styles from './Editor.module.css';
import { Editor } from './Editor.tsx';

export function EditorPage() {
  const { t } = useLingui();
  const { automationId } = useParams({ from: '/frame/automations/$automationId' });
  const { data, error, refetch } = useAutomation(automationId);
  if (data) return <Editor key={data.id} automation={data} />;
  return (
    <Page header={<PageHeader title={t`Automation`} />}>
      {error ? (
        <div className={styles.state}>
          <ErrorState title={t`The automation could not be loaded`} error={error} onRetry={() => void refetch()} />
          <Link to="/automations" className={buttonClass({})}>{t`All automations`}</Link>
        </div>
      ) : (
        <SkeletonRows count={5} />
      )}
    </Page>
  );
}
