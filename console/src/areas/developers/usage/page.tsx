import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Badge, cx, ErrorState, Page, SkeletonRows } from '../../../kit/index.ts';
import { DevelopersHeader } from '../DevelopersHeader.tsx';
import styles from './Usage.module.css';

/** From this part of a limit on, it is time to do something. */
const NEAR = 0.8;
/** The server counts once a minute. */
const RELOAD_MS = 60_000;

/** What the plan allows, and how much of it is used. */
export default function UsagePage() {
  const { t } = useLingui();
  const { client, can } = useSession();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['developers', 'usage'],
    queryFn: ({ signal }) => client.usage.get({ signal }),
    refetchInterval: RELOAD_MS,
  });
  return (
    <Page
      pad
      header={<DevelopersHeader title={t`Usage and limits`} meta={data && <Badge tone="live">{t`Plan ${data.plan}`}</Badge>} />}
    >
      {error && <ErrorState title={t`The usage could not be loaded`} error={error} onRetry={() => void refetch()} />}
      {isPending && <SkeletonRows count={4} />}
      {data && (
        <>
          <Section
            title={t`Requests per minute`}
            text={t`The programs of a tenant share this limit. People at the console have one of their own.`}
          >
            <ul className={styles.quotas}>
              <Quota name={t`This minute`} used={data.rateLimit.used} limit={data.rateLimit.perMinute} />
            </ul>
          </Section>
          <Month usage={data} />
          <Quotas quotas={data.quotas} />
          {can('admin') && (
            <Section title={t`Access`} text={t`Programs call the API with access tokens. The list says when each was used last.`}>
              <p>
                <Link to="/settings/$page" params={{ page: 'tokens' }}>{t`Access tokens`}</Link>
              </p>
            </Section>
          )}
        </>
      )}
    </Page>
  );
}

const Section = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className={styles.section}>
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </section>
);

function Month({ usage: { month, stored, isBilled } }: { usage: types.Usage }) {
  const { t, i18n } = useLingui();
  const since = i18n.date(new Date(month.since), { dateStyle: 'long', timeZone: 'UTC' });
  const figures: [string, string][] = [
    [t`messages sent`, i18n.number(month.messagesSent)],
    [t`messages received`, i18n.number(month.messagesReceived)],
    [t`events`, i18n.number(month.events)],
    [t`webhook deliveries`, i18n.number(month.deliveries)],
    [t`contacts stored`, i18n.number(stored.contacts)],
    [t`of files stored`, bytes(i18n, stored.filesBytes)],
  ];
  return (
    <Section
      title={t`This month`}
      text={isBilled ? t`Since ${since}, in UTC.` : t`Since ${since}, in UTC. This is a sandbox tenant: nothing is billed.`}
    >
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Quotas({ quotas }: { quotas: types.Usage['quotas'] }) {
  const { t, i18n } = useLingui();
  const names: Record<keyof types.Usage['quotas'], string> = {
    files: t`Files`,
    fileBytes: t`Size of files`,
    webhooks: t`Webhooks`,
    channels: t`Channels`,
    automations: t`Automations`,
    tokens: t`Access tokens`,
    labels: t`Labels`,
    attributes: t`Attributes`,
    snippets: t`Snippets`,
    views: t`Saved views`,
    secrets: t`Secrets`,
    bulkActions: t`Bulk actions`,
    businessHours: t`Business hours`,
    slaPolicies: t`SLA policies`,
    feedConnections: t`Connections to the live feed`,
  };
  return (
    <Section title={t`Quotas`} text={t`How many of each thing the plan allows. A request beyond a quota is refused with 402.`}>
      <ul className={styles.quotas}>
        {(Object.keys(names) as (keyof typeof names)[]).map((key) => (
          <Quota
            key={key}
            name={names[key]}
            {...quotas[key]}
            {...(key === 'fileBytes' && { format: (value: number) => bytes(i18n, value) })}
          />
        ))}
      </ul>
    </Section>
  );
}

type QuotaProps = { name: string; used: number; limit: number; format?: (value: number) => string };

function Quota({ name, used, limit, format }: QuotaProps) {
  const { t, i18n } = useLingui();
  const write = format ?? ((value: number) => i18n.number(value));
  const [usedText, limitText] = [write(used), write(limit)];
  const isNear = limit > 0 && used / limit >= NEAR;
  return (
    <li className={styles.quota}>
      <span>{name}</span>
      <span className={cx(styles.value, isNear && styles.valueNear)}>{t`${usedText} of ${limitText}`}</span>
      <progress
        className={cx(styles.bar, isNear && styles.near)}
        aria-label={name}
        max={Math.max(1, limit)}
        value={Math.min(used, limit)}
      />
    </li>
  );
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function bytes(i18n: ReturnType<typeof useLingui>['i18n'], value: number): string {
  const step = Math.min(UNITS.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3));
  return i18n.number(value / 1_000 ** step, { style: 'unit', unit: UNITS[step] ?? 'byte', maximumFractionDigits: 1 });
}
