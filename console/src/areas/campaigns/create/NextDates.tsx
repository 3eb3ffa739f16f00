import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/use-session.ts';
import { ErrorState, Skeleton } from '../../../kit/index.ts';
import styles from './Create.module.css';
import type { Schedule } from './draft.ts';

const COUNT = 5;

/**
 * The next times of a schedule, on the clocks of its time zone. The server works them out, and refuses what a campaign would refuse. While it
 * does, the times of the schedule before are shown, in their time zone.
 */
export function NextDates({ schedule }: { schedule: Required<Schedule> }) {
  const { t, i18n } = useLingui();
  const { client } = useSession();
  const { data, error } = useQuery({
    queryKey: ['campaign-schedule', schedule],
    queryFn: async ({ signal }) => ({
      ...(await client.campaigns.previewSchedule({ ...schedule, count: COUNT }, { signal })),
      timeZone: schedule.timeZone ?? 'UTC',
    }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (error) return <ErrorState title={t`This schedule cannot be used`} error={error} />;
  if (!data) return <Skeleton width={60} />;
  return (
    <>
      <ol className={styles.dates} aria-label={t`Next dates`}>
        {data.instants.map((instant) => (
          <li key={instant}>
            <time dateTime={instant}>
              {i18n.date(new Date(instant), { dateStyle: 'full', timeStyle: 'short', timeZone: data.timeZone })}
            </time>
          </li>
        ))}
      </ol>
      {data.instants.length === 0 && <p className={styles.muted}>{t`No further date.`}</p>}
      <p className={styles.muted}>{t`Times of ${data.timeZone.replaceAll('_', ' ')}.`}</p>
    </>
  );
}
