import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useSession } from '../../../app/session/use-session.ts';
import { Badge, type Column, EmptyState, ListDetail, RelativeTime, SearchInput, Segments, Select } from '../../../kit/index.ts';
import { condition, queryOf } from '../address.ts';
import { DevelopersHeader } from '../DevelopersHeader.tsx';
import log from '../LogList.module.css';
import { LogList, RowName, useLog } from '../LogList.tsx';
import { useAddress } from '../use-address.ts';
import { useFormats } from '../use-formats.ts';
import { RequestPanel } from './RequestPanel.tsx';
import { statusTone } from './status-tone.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
const byStatus: Record<string, string> = {
  ok: 'lt(status,400)',
  client: 'and(gte(status,400),lt(status,500))',
  server: 'gte(status,500)',
};

/** The requests of the last days, of programs and of people. */
export default function RequestsPage() {
  const { t } = useLingui();
  const { client } = useSession();
  const [{ result: status, method, find, show }, change] = useAddress();
  const query = queryOf([status && byStatus[status], condition('eq', 'method', method), find && findQuery(find)]);
  const found = useLog<types.Request>(['developers', 'requests', query], (pagination, signal) =>
    client.requests.search({ ...(query && { query }), pagination }, { signal }),
  );
  const open = found.data?.pages.flatMap(({ data }) => data).find(({ id }) => id === show);
  return (
    <ListDetail
      header={<DevelopersHeader title={t`Request log`} />}
      panel={open && <RequestPanel request={open} onClose={() => change({ show: undefined })} />}
    >
      <div className={log.filters}>
        <SearchInput
          label={t`Route, error or request id`}
          className={log.find}
          value={find ?? ''}
          onChange={({ target }) => change({ find: target.value || undefined, show: undefined }, { isTyping: true })}
        />
        <Segments
          name={t`Status`}
          value={status ?? 'all'}
          onChange={(next) => change({ result: next === 'all' ? undefined : next, show: undefined })}
          options={[
            { value: 'all', label: t`All` },
            { value: 'ok', label: t`OK` },
            { value: 'client', label: '4xx' },
            { value: 'server', label: '5xx' },
          ]}
        />
        <div className={log.select}>
          <Select
            name={t`Method`}
            value={method ?? 'all'}
            onChange={(next) => change({ method: next === 'all' ? undefined : next, show: undefined })}
            options={[{ value: 'all', label: t`All methods` }, ...METHODS.map((one) => ({ value: one, label: one }))]}
          />
        </div>
      </div>
      <LogList
        name={t`Requests`}
        found={found}
        columns={useColumns((id) => change({ show: id }))}
        rowKey={({ id }) => id}
        open={show}
        onOpen={({ id }) => change({ show: id })}
        failed={t`Requests could not be loaded`}
        empty={
          query ? (
            <EmptyState title={t`No request matches`} text={t`Remove a filter, or look for another text.`} />
          ) : (
            <EmptyState title={t`No requests yet`} text={t`Requests appear here a second after they were answered.`} />
          )
        }
      />
    </ListDetail>
  );
}

/** A request id is compared as a whole; routes and errors by a part. */
const findQuery = (text: string): string =>
  `or(contains(route,${JSON.stringify(text)}),eq(requestId,${JSON.stringify(text)}),contains(messageKey,${JSON.stringify(text)}))`;

function useColumns(onOpen: (id: string) => void): Column<types.Request>[] {
  const { t } = useLingui();
  const { duration } = useFormats();
  return [
    {
      key: 'route',
      head: t`Route`,
      noLabel: true,
      cell: ({ id, method, route }) => (
        <RowName onOpen={() => onOpen(id)}>
          <span className={log.muted}>{method}</span> {route ?? t`unknown route`}
        </RowName>
      ),
    },
    { key: 'status', head: t`Status`, cell: ({ status }) => <Badge tone={statusTone(status)}>{status}</Badge> },
    { key: 'error', head: t`Error`, cell: ({ error }) => error && <code>{error.messageKey}</code> },
    { key: 'time', head: t`Time`, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { key: 'took', head: t`Took`, end: true, cell: ({ durationMs }) => duration(durationMs) },
  ];
}
