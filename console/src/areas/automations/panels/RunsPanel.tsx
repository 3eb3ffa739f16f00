import { Plural, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useMemo } from 'react';
import { queryClient } from '../../../app/query-client.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { Badge, Button, EmptyState, ErrorState, RelativeTime, SkeletonRows, toastError } from '../../../kit/index.ts';
import type { PanelProps } from '../editor/SidePanel.tsx';
import { draftOfVersion, keys, useContactName, useRun, useRuns, useVersion } from '../queries.ts';
import { useWords } from '../words.ts';
import styles from './Panels.module.css';
import { Replay } from './Replay.tsx';

const tones = { running: 'live', waiting: 'info', completed: 'ok', failed: 'danger', cancelled: 'plain' } as const;

/** Past runs. The one that is chosen is replayed on the graph of its version. */
export function RunsPanel({ editor: { automation }, address, onOpen }: PanelProps) {
  const { t } = useLingui();
  const words = useWords();
  const runs = useRuns(automation.id);
  if (runs.error)
    return (
      <div className={styles.panel}>
        <ErrorState title={t`Runs could not be loaded`} error={runs.error} onRetry={() => void runs.refetch()} />
      </div>
    );
  if (!runs.data) return <SkeletonRows count={4} />;
  if (runs.data.data.length === 0)
    return (
      <EmptyState
        icon={<History size={20} aria-hidden />}
        title={t`No runs yet`}
        text={t`Publish the automation. Each run is listed here, with every step that it took.`}
      />
    );
  return (
    <div className={styles.panel}>
      {address.run && <ChosenRun key={address.run} automationId={automation.id} runId={address.run} />}
      <ul className={styles.list} aria-label={t`Runs`}>
        {runs.data.data.map(({ id, status, createdAt, stepsDone }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.row}
              aria-current={id === address.run ? 'true' : undefined}
              onClick={() => onOpen({ panel: 'runs', run: id })}
            >
              <Badge tone={tones[status]}>{words.runState(status)}</Badge>
              <span className={styles.grow}>
                <Plural value={stepsDone} one="# step" other="# steps" />
              </span>
              <RelativeTime at={createdAt} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ChosenRun({ automationId, runId }: { automationId: string; runId: string }) {
  const { t } = useLingui();
  const run = useRun(runId);
  const version = useVersion(automationId, run.data?.versionId);
  const error = run.error ?? version.error;
  if (error) return <ErrorState title={t`The run could not be loaded`} error={error} onRetry={() => void run.refetch()} />;
  if (!run.data || !version.data) return <SkeletonRows count={2} />;
  return <RunDetails run={run.data} version={version.data} />;
}

function RunDetails({ run, version }: { run: types.AutomationRunWithSteps; version: types.AutomationVersion }) {
  const { t } = useLingui();
  const words = useWords();
  const contact = useContactName(run.contactId) ?? t`a contact`;
  const draft = useMemo(() => draftOfVersion(version), [version]);
  const variables = Object.entries(run.variables);
  return (
    <section className={styles.details} aria-label={t`Run`}>
      <p>
        <b>{t`Run for ${contact}`}</b> <span className={styles.muted}>{t`version ${version.number}`}</span>
      </p>
      {run.error && (
        <p className={styles.bad} dir="auto">
          {run.error.step}: {run.error.message}
        </p>
      )}
      <RunActions run={run} />
      {variables.length > 0 && (
        <pre className={styles.code} dir="ltr">
          {JSON.stringify(run.variables, null, 2)}
        </pre>
      )}
      <Replay
        draft={draft}
        visits={run.steps}
        title={
          <>
            <b>{t`Run for ${contact}`}</b> <Badge tone={tones[run.status]}>{words.runState(run.status)}</Badge>
          </>
        }
      />
    </section>
  );
}

function RunActions({ run }: { run: types.AutomationRunWithSteps }) {
  const { t } = useLingui();
  const { client, can } = useSession();
  const done = () => {
    void queryClient.invalidateQueries({ queryKey: keys.run(run.id) });
    void queryClient.invalidateQueries({ queryKey: keys.runs(run.automationId) });
  };
  const act = useMutation({
    mutationFn: (verb: 'cancel' | 'retry') => client.automationRuns[verb](run.id),
    onSuccess: done,
    onError: (error) => toastError(t`The run was not changed`, error),
  });
  if (!can('automations.write')) return null;
  return (
    <div className={styles.buttons}>
      {(run.status === 'waiting' || run.status === 'running') && (
        <Button size="small" busy={act.isPending} onClick={() => act.mutate('cancel')}>{t`Cancel the run`}</Button>
      )}
      {run.status === 'failed' && (
        <Button size="small" busy={act.isPending} onClick={() => act.mutate('retry')}>{t`Try the step again`}</Button>
      )}
    </div>
  );
}
