import { useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSessionState } from '../../app/session/use-session.ts';
import { Count, EmptyState, Page, PageHeader, Tabs } from '../../kit/index.ts';
import { FailedChannels } from './FailedChannels.tsx';
import { FailedJobs } from './FailedJobs.tsx';
import styles from './Operations.module.css';
import { Overview } from './Overview.tsx';
import { Queue } from './Queue.tsx';
import { useFailedChannels, useFailedJobs } from './queries.ts';
import type { OperationsTab } from './route.tsx';
import { Tenants } from './Tenants.tsx';

/** The whole installation, for its operators. The server refuses everybody else. */
export function OperationsPage() {
  const { t } = useLingui();
  const state = useSessionState();
  if (state.step === 'active' && !state.signedIn.account.isOperator)
    return (
      <Page header={<PageHeader title={t`Operations`} />}>
        <EmptyState
          title={t`This is for operators of the installation`}
          text={t`Whoever runs the server can make your account one, with the command “npm run admin -- operator grant”.`}
        />
      </Page>
    );
  return <Operations />;
}

function Operations() {
  const { t } = useLingui();
  const { part = 'tenants' } = useSearch({ from: '/frame/operations' });
  const navigate = useNavigate();
  const [jobs, channels] = [useFailedJobs().data?.length, useFailedChannels().data?.length];
  const open = (next: OperationsTab) => void navigate({ to: '/operations', search: next === 'tenants' ? {} : { part: next } });
  return (
    <Page header={<PageHeader title={t`Operations`} meta={t`All tenants of this installation`} />}>
      <Overview />
      <div className={styles.tabs}>
        <Tabs
          value={part}
          onChange={open}
          tabs={[
            { value: 'tenants', label: t`Tenants`, content: <Tenants /> },
            { value: 'queue', label: t`Queue`, content: <Queue /> },
            { value: 'jobs', label: <WithCount name={t`Failed jobs`} count={jobs} />, content: <FailedJobs /> },
            { value: 'channels', label: <WithCount name={t`Channels in error`} count={channels} />, content: <FailedChannels /> },
          ]}
        />
      </div>
    </Page>
  );
}

const WithCount = ({ name, count }: { name: string; count: number | undefined }) => (
  <>
    {name} {count !== undefined && count > 0 && <Count>{count}</Count>}
  </>
);
