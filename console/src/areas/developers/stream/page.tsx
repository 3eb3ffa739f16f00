import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ListX, Pause, Play } from 'lucide-react';
import {
  Badge,
  Button,
  CodeBlock,
  type Column,
  DetailPanel,
  EmptyState,
  ErrorState,
  Facts,
  ListDetail,
  SearchInput,
  Segments,
  Select,
  SkeletonRows,
  StatusDot,
  Table,
  WideText,
} from '../../../kit/index.ts';
import { useFeedStatus } from '../../../live/use-feed.ts';
import { DevelopersHeader } from '../DevelopersHeader.tsx';
import { isForWebhooks } from '../event-names.ts';
import log from '../LogList.module.css';
import { RowName } from '../LogList.tsx';
import { useAddress } from '../use-address.ts';
import { useFormats } from '../use-formats.ts';
import { matches, type StreamRow } from './event-log.ts';
import { useStream } from './use-stream.ts';

/** Events as they happen, with filters. */
export default function EventStreamPage() {
  const { t } = useLingui();
  const [{ event: type, find, tab, show }, change] = useAddress();
  const stream = useStream();
  const rows = stream.rows.filter((row) => matches(row, { type, find, show: tab }));
  const open = stream.rows.find(({ key }) => key === show);
  const types = [...new Set([...stream.rows.map(({ event }) => event), ...(type ? [type] : [])])].toSorted();
  return (
    <ListDetail
      header={<Header stream={stream} />}
      panel={open && <EventPanel row={open} onClose={() => change({ show: undefined })} />}
    >
      <div className={log.filters}>
        <SearchInput
          label={t`Find in events`}
          className={log.find}
          value={find ?? ''}
          onChange={({ target }) => change({ find: target.value || undefined }, { isTyping: true })}
        />
        <div className={log.select}>
          <Select
            name={t`Event type`}
            value={type ?? 'all'}
            onChange={(next) => change({ event: next === 'all' ? undefined : next })}
            options={[{ value: 'all', label: t`All event types` }, ...types.map((one) => ({ value: one, label: one }))]}
          />
        </div>
        <Segments
          name={t`Which events`}
          value={tab ?? 'all'}
          onChange={(next) => change({ tab: next === 'all' ? undefined : next })}
          options={[
            { value: 'all', label: t`All` },
            { value: 'webhooks', label: t`For webhooks` },
          ]}
        />
      </div>
      {stream.first.error && (
        <div className={log.box}>
          <ErrorState
            title={t`Earlier events could not be loaded`}
            error={stream.first.error}
            onRetry={() => void stream.first.refetch()}
          />
        </div>
      )}
      {stream.first.isPending && stream.rows.length === 0 && <SkeletonRows count={5} />}
      {!stream.first.isPending && rows.length === 0 && <NoEvents isFiltered={stream.rows.length > 0} />}
      {rows.length > 0 && <EventTable rows={rows} open={show} onOpen={(key) => change({ show: key })} />}
    </ListDetail>
  );
}

function Header({ stream }: { stream: ReturnType<typeof useStream> }) {
  const { t } = useLingui();
  const status = useFeedStatus();
  const { isPaused, waiting, pause, resume, clear } = stream;
  const state = isPaused ? (
    <StatusDot tone="warn">{t`${plural(waiting, { one: 'Paused, # waiting', other: 'Paused, # waiting' })}`}</StatusDot>
  ) : status === 'live' ? (
    <StatusDot tone="live">{t`Live`}</StatusDot>
  ) : (
    <StatusDot tone="muted">{t`Not connected`}</StatusDot>
  );
  return (
    <DevelopersHeader title={t`Event stream`} meta={<span role="status">{state}</span>}>
      <Button look="quiet" icon={<ListX size={16} aria-hidden />} onClick={clear}>
        <WideText>{t`Clear`}</WideText>
      </Button>
      <Button
        icon={isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
        onClick={isPaused ? resume : pause}
      >
        <WideText>{isPaused ? t`Resume` : t`Pause`}</WideText>
      </Button>
    </DevelopersHeader>
  );
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useLingui();
  return isFiltered ? (
    <EmptyState title={t`No event matches the filters`} text={t`New events that match appear here.`} />
  ) : (
    <EmptyState title={t`Waiting for events`} text={t`What happens in this tenant appears here at once.`} />
  );
}

type TableProps = { rows: readonly StreamRow[]; open: string | undefined; onOpen: (key: string) => void };

function EventTable({ rows, open, onOpen }: TableProps) {
  const { t } = useLingui();
  const { clock } = useFormats();
  const columns: Column<StreamRow>[] = [
    {
      key: 'event',
      head: t`Event`,
      noLabel: true,
      cell: ({ key, event }) => <RowName onOpen={() => onOpen(key)}>{event}</RowName>,
    },
    { key: 'time', head: t`Time`, cell: ({ createdAt }) => <time dateTime={createdAt}>{clock(createdAt)}</time> },
    { key: 'subject', head: t`About`, cell: ({ data }) => <span className={log.mono}>{subjectOf(data)}</span> },
    {
      key: 'kind',
      head: t`For`,
      cell: ({ event }) => (isForWebhooks(event) ? <Badge tone="live">{t`webhooks`}</Badge> : <Badge>{t`live feed only`}</Badge>),
    },
  ];
  return (
    <Table
      name={t`Events`}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      onRowClick={({ key }) => onOpen(key)}
      isSelected={({ key }) => key === open}
    />
  );
}

/** The id that says most: of the event's subject, or of what it belongs to. */
function subjectOf(data: Record<string, unknown>): string {
  const found = [data.id, data.chatId, data.contactId, (data.message as { id?: unknown } | undefined)?.id, data.type].find(
    (value) => typeof value === 'string',
  );
  return String(found ?? '–');
}

function EventPanel({ row, onClose }: { row: StreamRow; onClose: () => void }) {
  const { t } = useLingui();
  const { clock } = useFormats();
  const { key: _key, ...event } = row;
  return (
    <DetailPanel title={row.event} onClose={onClose}>
      <Facts
        rows={[
          [t`Id`, row.id === null ? t`None: live events are not stored` : <code key="id">{row.id}</code>],
          [t`Created`, clock(row.createdAt)],
        ]}
      />
      <CodeBlock label={t`Event`} text={JSON.stringify(event, null, 2)} />
    </DetailPanel>
  );
}
