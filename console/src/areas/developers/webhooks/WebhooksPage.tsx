import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Link } from '@tanstack/react-router';
import { Plus, Zap } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, type Column, EmptyState, ErrorState, Page, SkeletonRows, Sparkline, Table } from '../../../kit/index.ts';
import { DevelopersHeader } from '../DevelopersHeader.tsx';
import log from '../LogList.module.css';
import { useFormats } from '../use-formats.ts';
import { CreateWebhookDialog } from './CreateWebhookDialog.tsx';
import { MOST_LISTED, useDay, useWebhookChanges, useWebhooks } from './queries.ts';
import { WebhookStatus } from './WebhookStatus.tsx';
import styles from './Webhooks.module.css';

/** All webhooks, with how the last 24 hours went. */
export function WebhooksPage() {
  const { t } = useLingui();
  const { can } = useSession();
  const { data, error, isPending, refetch } = useWebhooks();
  const [isCreating, setCreating] = useState(false);
  useWebhookChanges();
  const add = can('webhooks.write') && (
    <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t`Add webhook`}
    </Button>
  );
  return (
    <Page header={<DevelopersHeader title={t`Webhooks`}>{data && data.data.length > 0 && add}</DevelopersHeader>}>
      <p
        className={styles.intro}
      >{t`A webhook sends events to your server as they happen, signed, and repeats what was not accepted.`}</p>
      {error && (
        <div className={log.box}>
          <ErrorState title={t`Webhooks could not be loaded`} error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {isPending && <SkeletonRows count={3} />}
      {data?.data.length === 0 && (
        <EmptyState
          icon={<Zap size={24} aria-hidden />}
          title={t`No webhooks yet`}
          text={t`Add one to be told of messages, chats and contacts without asking again and again.`}
        >
          {add}
        </EmptyState>
      )}
      {data && data.data.length > 0 && <WebhookTable webhooks={data.data} />}
      {data && data.pagination.nextCursor !== null && (
        <p className={styles.intro}>{t`These are the newest ${MOST_LISTED}. The others are found through the API.`}</p>
      )}
      <CreateWebhookDialog open={isCreating} onClose={() => setCreating(false)} />
    </Page>
  );
}

function WebhookTable({ webhooks }: { webhooks: readonly types.Webhook[] }) {
  const { t } = useLingui();
  const columns: Column<types.Webhook>[] = [
    {
      key: 'url',
      head: t`Address`,
      noLabel: true,
      cell: ({ id, url }) => (
        <Link to="/developers/$page/$item" params={{ page: 'webhooks', item: id }} className={styles.url}>
          <bdi>{url.replace(/^https?:\/\//, '')}</bdi>
        </Link>
      ),
    },
    { key: 'status', head: t`Status`, cell: (webhook) => <WebhookStatus webhook={webhook} /> },
    { key: 'events', head: t`Events`, cell: ({ events }) => <EventTypes events={events} /> },
    { key: 'delivered', head: t`Delivered, 24 h`, cell: ({ id }) => <Delivered id={id} /> },
    { key: 'latency', head: t`Response time (p95)`, end: true, cell: ({ id }) => <Latency id={id} /> },
  ];
  return <Table name={t`Webhooks`} columns={columns} rows={webhooks} rowKey={({ id }) => id} />;
}

function EventTypes({ events }: { events: types.Webhook['events'] }) {
  const { t } = useLingui();
  const [first] = events;
  const count = events.length;
  if (events.some(({ type }) => type === null)) return t`All events`;
  return (
    <span title={events.map(({ type }) => type).join(', ')}>
      {count === 1 ? <code>{first?.type}</code> : t`${plural(count, { one: '# type', other: '# types' })}`}
    </span>
  );
}

function Delivered({ id }: { id: string }) {
  const { t } = useLingui();
  const { data } = useDay(id);
  const { percent } = useFormats();
  if (!data) return null;
  if (data.deliveredPercent === null) return <span className={log.muted}>{t`Nothing sent`}</span>;
  return (
    <span className={styles.spark}>
      <Sparkline values={data.hours.map((hour) => hour.deliveredPercent)} top={100} />
      {percent(data.deliveredPercent)}
    </span>
  );
}

function Latency({ id }: { id: string }) {
  const { data } = useDay(id);
  const { duration } = useFormats();
  if (!data) return null;
  return data.latest ? duration(data.latest.p95Ms) : <span className={log.muted}>–</span>;
}
