import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../app/session/use-session.ts';
import { RelativeTime, StatusDot, Table } from '../../../kit/index.ts';
import { keys, pollMs } from '../queries.ts';
import { useTransferStates } from '../use-transfer-states.ts';
import styles from './Import.module.css';

export function LatestImports() {
  const { t, i18n } = useLingui();
  const { client } = useSession();
  const { words, tones } = useTransferStates();
  const { data } = useQuery({
    queryKey: keys.imports,
    queryFn: ({ signal }) => client.contactImports.search({ pagination: { limit: 10 } }, { signal }),
    refetchInterval: ({ state }) => pollMs(state.data?.data ?? []),
  });
  if (!data || data.data.length === 0) return null;
  const number = (head: string, key: keyof types.ContactImport['counts']) => ({
    key,
    head,
    end: true,
    cell: ({ counts }: types.ContactImport) => i18n.number(counts[key]),
  });
  return (
    <section className={styles.latest} aria-label={t`Latest imports`}>
      <h2>{t`Latest imports`}</h2>
      <Table<types.ContactImport>
        name={t`Latest imports`}
        tight
        rows={data.data}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'time',
            head: t`Started`,
            noLabel: true,
            cell: ({ id, createdAt }) => (
              <Link to="/contacts/import" search={{ id }}>
                <RelativeTime at={createdAt} />
              </Link>
            ),
          },
          { key: 'status', head: t`State`, cell: ({ status }) => <StatusDot tone={tones[status]}>{words[status]}</StatusDot> },
          number(t`Lines read`, 'read'),
          number(t`Created`, 'created'),
          number(t`Updated`, 'updated'),
          number(t`Refused`, 'refused'),
        ]}
      />
    </section>
  );
}
