import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, buttonClass, ErrorState, Notice, SkeletonRows, StatusDot, toastError } from '../../../kit/index.ts';
import { useFeedEvent, useReconnected } from '../../../live/use-feed.ts';
import { importOptions, keys } from '../queries.ts';
import { useTransferStates } from '../use-transfer-states.ts';
import styles from './Import.module.css';
import { RefusedLines } from './RefusedLines.tsx';

/** An import while it runs, by the events of the feed, and its result. */
export function ImportProgress({ id, onAnother }: { id: string; onAnother: () => void }) {
  const { t } = useLingui();
  const { client } = useSession();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(importOptions(client, id));
  useFeedEvent('contact_import.progress', ({ data: progress }) => {
    const {
      id: changedId,
      status,
      error: cause,
      counts,
    } = progress as Pick<types.ContactImport, 'id' | 'status' | 'error' | 'counts'>;
    if (changedId !== id) return;
    if (!data) return void refetch(); // the state is being read, and may be older than this event
    void queries.cancelQueries({ queryKey: keys.oneImport(id), exact: true }); // an answer on its way may be older
    queries.setQueryData<types.ContactImport>(keys.oneImport(id), (known) => known && { ...known, status, error: cause, counts });
  });
  useReconnected(() => void refetch());
  if (error) return <ErrorState title={t`The import could not be loaded`} error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={2} />;
  const cancel = () =>
    client.contactImports.cancel(id).then(
      () => refetch(),
      (cause: unknown) => toastError(t`The import was not cancelled`, cause),
    );
  return (
    <div className={styles.progress}>
      <Status one={data} />
      <Counts counts={data.counts} />
      {data.error && (
        <Notice tone="danger" title={t`The import ended early`}>
          {data.error}
        </Notice>
      )}
      <div className={styles.actions}>
        {data.status === 'running' ? (
          <Button onClick={() => void cancel()}>{t`Cancel import`}</Button>
        ) : (
          <>
            <Button onClick={onAnother}>{t`Import another file`}</Button>
            <Link to="/contacts" className={buttonClass({ look: 'primary' })}>{t`Show contacts`}</Link>
          </>
        )}
      </div>
      <RefusedLines importId={id} count={data.counts.refused} />
    </div>
  );
}

function Status({ one: { status } }: { one: types.ContactImport }) {
  const { words, tones } = useTransferStates();
  return (
    <p className={styles.status} role="status">
      <StatusDot tone={tones[status]}>{words[status]}</StatusDot>
    </p>
  );
}

function Counts({ counts }: { counts: types.ContactImport['counts'] }) {
  const { t, i18n } = useLingui();
  const figures = [
    [t`Lines read`, counts.read],
    [t`Created`, counts.created],
    [t`Updated`, counts.updated],
    [t`Refused`, counts.refused],
  ] as const;
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{i18n.number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
