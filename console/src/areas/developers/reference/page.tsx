import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import {
  Badge,
  buttonClass,
  type Column,
  EmptyState,
  ErrorState,
  Page,
  SearchInput,
  SkeletonRows,
  Table,
  Tabs,
} from '../../../kit/index.ts';
import { DevelopersHeader } from '../DevelopersHeader.tsx';
import { eventTypes, type WebhookEventType } from '../event-names.ts';
import { eventText } from '../event-types.ts';
import log from '../LogList.module.css';
import { statusTone } from '../requests/status-tone.ts';
import { useAddress } from '../use-address.ts';
import { type Document, type ErrorEntry, type Operation, toErrors, toOperations } from './document.ts';

/** What the API can do, what it publishes and what it refuses: found by a word. */
export default function ReferencePage() {
  const { t } = useLingui();
  const [{ tab = 'operations', find = '' }, change] = useAddress();
  return (
    <Page
      header={
        <DevelopersHeader title={t`API, events and errors`}>
          <a className={buttonClass({})} href="/reference" target="_blank" rel="noreferrer">
            <ExternalLink size={16} aria-hidden />
            {t`API reference`}
          </a>
        </DevelopersHeader>
      }
    >
      <div className={log.filters}>
        <SearchInput
          label={t`Find in the reference`}
          className={log.find}
          value={find}
          onChange={({ target }) => change({ find: target.value || undefined }, { isTyping: true })}
        />
      </div>
      <div className={log.tabs}>
        <Tabs
          value={tab}
          onChange={(next) => change({ tab: next === 'operations' ? undefined : next })}
          tabs={[
            { value: 'operations', label: t`API operations`, content: <Operations find={find} /> },
            { value: 'events', label: t`Events`, content: <Events find={find} /> },
            { value: 'errors', label: t`Errors`, content: <Errors find={find} /> },
          ]}
        />
      </div>
    </Page>
  );
}

/** The server gives everybody its OpenAPI document; it is no operation of the API. */
async function loadDocument(signal: AbortSignal): Promise<{ operations: Operation[]; errors: ErrorEntry[] }> {
  const response = await fetch('/openapi.json', { signal });
  if (!response.ok) throw new Error(`The server answered ${response.status} for /openapi.json`);
  const document = (await response.json()) as Document;
  return { operations: toOperations(document), errors: toErrors(document) };
}

const useDocument = () =>
  useQuery({
    queryKey: ['developers', 'openapi'],
    queryFn: ({ signal }) => loadDocument(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

const hasText = (find: string, ...texts: (string | null)[]): boolean =>
  texts.some((text) => text?.toLowerCase().includes(find.trim().toLowerCase()));

function Operations({ find }: { find: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useDocument();
  if (error) return <NotLoaded error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={5} />;
  const rows = data.operations.filter((one) => hasText(find, one.id, one.path, one.summary, one.scope, one.tag));
  const columns: Column<Operation>[] = [
    {
      key: 'path',
      head: t`Operation`,
      noLabel: true,
      cell: ({ method, path }) => (
        <code>
          <span className={log.muted}>{method}</span> {path}
        </code>
      ),
    },
    { key: 'summary', head: t`What it does`, cell: ({ summary }) => <span lang="en">{summary}</span> },
    { key: 'scope', head: t`Scope`, cell: ({ scope }) => scope && <code>{scope}</code> },
  ];
  return <Found name={t`API operations`} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

function Errors({ find }: { find: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useDocument();
  if (error) return <NotLoaded error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={5} />;
  const rows = data.errors.filter((one) => hasText(find, one.key, one.message, String(one.status)));
  const columns: Column<ErrorEntry>[] = [
    { key: 'key', head: t`Key`, noLabel: true, cell: ({ key }) => <code>{key}</code> },
    { key: 'status', head: t`Status`, cell: ({ status }) => <Badge tone={statusTone(status)}>{status}</Badge> },
    { key: 'message', head: t`Message`, cell: ({ message }) => <span lang="en">{message}</span> },
    { key: 'operations', head: t`API operations`, end: true, cell: ({ operations }) => operations },
  ];
  return <Found name={t`Errors`} columns={columns} rows={rows} rowKey={({ key }) => key} />;
}

function Events({ find }: { find: string }) {
  const { t, i18n } = useLingui();
  const rows = eventTypes.filter((type) => hasText(find, type, eventText(i18n, type)));
  const columns: Column<WebhookEventType>[] = [
    { key: 'type', head: t`Event`, noLabel: true, cell: (type) => <code>{type}</code> },
    { key: 'text', head: t`Published when`, cell: (type) => eventText(i18n, type) },
  ];
  return <Found name={t`Events`} columns={columns} rows={rows} rowKey={(type) => type} />;
}

type FoundProps<Row> = { name: string; columns: Column<Row>[]; rows: readonly Row[]; rowKey: (row: Row) => string };

function Found<Row>(props: FoundProps<Row>) {
  const { t } = useLingui();
  return props.rows.length > 0 ? <Table {...props} /> : <EmptyState title={t`Nothing found`} text={t`Look for another word.`} />;
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <div className={log.box}>
      <ErrorState title={t`The reference could not be loaded`} error={error} onRetry={onRetry} />
    </div>
  );
}
