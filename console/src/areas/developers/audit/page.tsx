import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/use-session.ts';
import {
  type Column,
  DetailPanel,
  EmptyState,
  Facts,
  ListDetail,
  RelativeTime,
  SearchInput,
  Select,
} from '../../../kit/index.ts';
import { condition, queryOf } from '../address.ts';
import { DevelopersHeader } from '../DevelopersHeader.tsx';
import log from '../LogList.module.css';
import { LogList, RowName, useLog } from '../LogList.tsx';
import { TokenName } from '../TokenName.tsx';
import { useAddress } from '../use-address.ts';
import { useFormats } from '../use-formats.ts';

/** Who changed what. */
export default function AuditPage() {
  const { t } = useLingui();
  const { client } = useSession();
  const users = useUsers();
  const [{ user: userId, find, show }, change] = useAddress();
  const query = queryOf([condition('eq', 'userId', userId), find && findQuery(find)]);
  const found = useLog<types.AuditEntry>(['developers', 'audit', query], (pagination, signal) =>
    client.auditLog.search({ ...(query && { query }), pagination }, { signal }),
  );
  const open = found.data?.pages.flatMap(({ data }) => data).find(({ id }) => id === show);
  const nameOf = (id: string | null) => users.find((user) => user.id === id)?.name ?? null;
  return (
    <ListDetail
      header={<DevelopersHeader title={t`Audit log`} />}
      panel={open && <EntryPanel entry={open} by={nameOf(open.userId)} onClose={() => change({ show: undefined })} />}
    >
      <div className={log.filters}>
        <SearchInput
          label={t`Operation or id`}
          className={log.find}
          value={find ?? ''}
          onChange={({ target }) => change({ find: target.value || undefined, show: undefined }, { isTyping: true })}
        />
        <div className={log.select}>
          <Select
            name={t`User`}
            value={userId ?? 'all'}
            onChange={(next) => change({ user: next === 'all' ? undefined : next, show: undefined })}
            options={[{ value: 'all', label: t`Everybody` }, ...users.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        </div>
      </div>
      <LogList
        name={t`Changes`}
        found={found}
        columns={useColumns(nameOf, (id) => change({ show: id }))}
        rowKey={({ id }) => id}
        open={show}
        onOpen={({ id }) => change({ show: id })}
        failed={t`The audit log could not be loaded`}
        empty={
          query ? (
            <EmptyState title={t`No change matches`} text={t`Choose somebody else, or look for another operation.`} />
          ) : (
            <EmptyState title={t`No changes yet`} text={t`Every change through the API or the console appears here.`} />
          )
        }
      />
    </ListDetail>
  );
}

const IS_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** An id finds the entries about a resource or of a request; any other text a part of the operation. */
const findQuery = (text: string): string =>
  IS_ID.test(text.trim())
    ? `or(eq(resourceId,"${text.trim()}"),eq(requestId,"${text.trim()}"))`
    : `contains(operationId,${JSON.stringify(text)})`;

function useUsers(): readonly types.User[] {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['developers', 'users'],
    queryFn: ({ signal }) =>
      client.users.search({ sortBy: 'asc(name)', pagination: { limit: 100, includeTotal: false } }, { signal }),
  });
  return data?.data ?? [];
}

function useColumns(nameOf: (id: string | null) => string | null, onOpen: (id: string) => void): Column<types.AuditEntry>[] {
  const { t } = useLingui();
  return [
    {
      key: 'operation',
      head: t`Operation`,
      noLabel: true,
      cell: ({ id, operationId }) => <RowName onOpen={() => onOpen(id)}>{operationId}</RowName>,
    },
    { key: 'by', head: t`By`, cell: ({ userId }) => <bdi>{nameOf(userId) ?? t`a program`}</bdi> },
    {
      key: 'fields',
      head: t`Changed`,
      cell: ({ changes }) => (
        <code>
          {changes
            .map(({ field }) => field)
            .slice(0, 3)
            .join(', ') || '–'}
        </code>
      ),
    },
    { key: 'time', head: t`Time`, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ];
}

type PanelProps = { entry: types.AuditEntry; by: string | null; onClose: () => void };

function EntryPanel({ entry, by, onClose }: PanelProps) {
  const { t } = useLingui();
  const { clock } = useFormats();
  return (
    <DetailPanel title={entry.operationId} onClose={onClose}>
      <Facts
        rows={[
          [t`Time`, clock(entry.createdAt)],
          [t`User`, by && <bdi key="user">{by}</bdi>],
          [t`Token`, <TokenName key="token" id={entry.tokenId} />],
          [t`Resource`, `${entry.resourceType} ${entry.resourceId ?? ''}`],
          [t`Request id`, <code key="request">{entry.requestId}</code>],
        ]}
      />
      <section className={log.section} aria-label={t`Changes`}>
        <h3>{t`Changes`}</h3>
        {entry.changes.length === 0 && (
          <p className={log.muted}>{t`No fields: the operation did something without changing values.`}</p>
        )}
        <dl className={log.changes}>
          {entry.changes.map(({ field, from, to }) => (
            <div key={field} className={log.change}>
              <dt>
                <code>{field}</code>
              </dt>
              <dd className={log.muted}>
                <del>{toText(from)}</del>
              </dd>
              <dd>
                <ins>{toText(to)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </DetailPanel>
  );
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));
