import { useLingui } from '@lingui/react/macro';
import { cx, ErrorState, Skeleton, StatusDot, useNow } from '../../kit/index.ts';
import styles from './Operations.module.css';
import { useOverview } from './queries.ts';
import { ageOf, oldestOf, totalOf } from './queue-figures.ts';
import { useAge } from './use-age.ts';

/** Health, versions and the length of the queue. */
export function Overview() {
  const { t, i18n } = useLingui();
  const { data, error, refetch } = useOverview();
  const age = useAge();
  const now = useNow();
  if (error)
    return (
      <div className={styles.box}>
        <ErrorState title={t`The state of the installation could not be loaded`} error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!data) return <Skeleton width={85} />;
  const oldest = oldestOf(data.queue);
  const figures = [
    [t`tenants`, i18n.number(data.tenants)],
    [t`jobs waiting`, i18n.number(totalOf(data.queue, 'waiting'))],
    [t`oldest job`, oldest ? age(ageOf(oldest, now)) : '–'],
    [t`failed jobs`, i18n.number(totalOf(data.queue, 'failed'))],
    ['Node.js', data.versions.node],
  ] as const;
  return (
    <dl className={styles.figures} aria-label={t`State of the installation`}>
      {figures.map(([name, value]) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {data.services.map(({ name, isUp }) => (
        <div key={name} className={cx(styles.figure, styles.state)}>
          <dt>{nameOf(name, data.versions.postgresql)}</dt>
          <dd>
            {isUp ? <StatusDot tone="ok">{t`Running`}</StatusDot> : <StatusDot tone="danger">{t`Not reachable`}</StatusDot>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const SERVICES: Record<string, string> = { postgresql: 'PostgreSQL', redis: 'Redis', nats: 'NATS' };

/** The name of a service; PostgreSQL with its version, without what the distribution adds. */
const nameOf = (service: string, postgresql: string): string =>
  `${SERVICES[service] ?? service} ${service === 'postgresql' ? (postgresql.split(' ')[0] ?? '') : ''}`.trim();
