import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Badge, ErrorState, RelativeTime, Table, useChannelName } from '../../../kit/index.ts';
import { useChannels, useConsents } from '../queries.ts';
import styles from './Consent.module.css';
import { scopeOf } from './consent-table.ts';
import { usePurposeNames, useSourceNames, useStateNames } from './use-consent-words.ts';

/** The statements of a contact, the latest first. They are never changed; with `until` only those up to then. */
export function ConsentHistory({ contactId, until }: { contactId: string; until: string | null }) {
  const { t } = useLingui();
  const { data, error, refetch } = useConsents(contactId);
  const purposes = usePurposeNames();
  const states = useStateNames();
  const sources = useSourceNames();
  if (error) return <ErrorState title={t`The history could not be loaded`} error={error} onRetry={() => void refetch()} />;
  const shown = (data ?? []).filter(({ at }) => until === null || at <= until);
  return (
    <section className={styles.history} aria-label={t`History of statements`}>
      <h3>{t`History`}</h3>
      {data && shown.length === 0 && <p className={styles.muted}>{t`No statements yet. Without one, messages are sent.`}</p>}
      {shown.length > 0 && (
        <Table<types.Consent>
          name={t`History of statements`}
          tight
          rows={shown}
          rowKey={({ id }) => id}
          columns={[
            { key: 'at', head: t`Time`, cell: ({ at }) => <RelativeTime at={at} /> },
            {
              key: 'state',
              head: t`Statement`,
              cell: ({ state, purpose }) => (
                <span className={styles.statement}>
                  <Badge tone={state === 'granted' ? 'ok' : 'warn'}>{states[state]}</Badge>
                  {purposes[purpose]}
                </span>
              ),
            },
            { key: 'handle', head: t`Address`, cell: ({ handle }) => <bdi dir="ltr">{handle.value}</bdi> },
            { key: 'scope', head: t`Covers`, cell: (consent) => <Scope consent={consent} /> },
            { key: 'source', head: t`Source`, cell: ({ source }) => sources[source] ?? source },
            { key: 'evidence', head: t`Evidence`, cell: ({ evidence }) => <Evidence evidence={evidence} /> },
          ]}
        />
      )}
    </section>
  );
}

function Scope({ consent }: { consent: types.Consent }) {
  const { t } = useLingui();
  const channel = useChannels()?.find(({ id }) => id === consent.channelId);
  const typeName = useChannelName(consent.channelType ?? '');
  const words = { channel: channel?.name ?? t`a deleted channel`, type: t`all ${typeName} channels`, all: t`all channels` };
  return <bdi>{words[scopeOf(consent)]}</bdi>;
}

function Evidence({ evidence }: { evidence: Record<string, unknown> }) {
  const { t } = useLingui();
  if (Object.keys(evidence).length === 0)
    return <span className={styles.muted}>{t({ message: 'None', context: 'no value' })}</span>;
  return (
    <details>
      <summary>{t`Show`}</summary>
      <pre dir="ltr" className={styles.evidence}>
        {JSON.stringify(evidence, null, 2)}
      </pre>
    </details>
  );
}
