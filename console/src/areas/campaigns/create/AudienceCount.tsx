import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { ErrorState, Skeleton } from '../../../kit/index.ts';
import styles from './Create.module.css';

type Wanted = types.CountCampaignAudienceBody;
const PAUSE_MS = 400;

/** Counts an audience, after a pause in changes. The server looks at 50,000 contacts at most. */
export function useAudienceCount(wanted: Wanted | undefined) {
  const { client } = useSession();
  const key = JSON.stringify(wanted);
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return useQuery({
    queryKey: ['contacts', 'audience-count', settled],
    enabled: settled !== undefined,
    queryFn: ({ signal }) => client.campaigns.countAudience(JSON.parse(settled ?? '{}') as Wanted, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
}

/** How many contacts there are, how many get the message, and why the others do not. */
export function AudienceCount({ wanted, hint }: { wanted: Wanted | undefined; hint: string }) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useAudienceCount(wanted);
  if (!wanted) return <p className={styles.countHint}>{hint}</p>;
  if (error) return <ErrorState title={t`The audience could not be counted`} error={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.count} role="status" aria-busy={isFetching} aria-label={t`Size of the audience`}>
      {data ? <Figures count={data} /> : <Skeleton width={60} />}
    </div>
  );
}

export function Figures({ count }: { count: types.AudienceCount }) {
  const { i18n } = useLingui();
  const more = count.isExact ? '' : '+';
  return (
    <>
      <p className={styles.reach}>
        <strong>
          {i18n.number(count.reachable)}
          {more}
        </strong>{' '}
        <Plural value={count.reachable} one="contact gets the message" other="contacts get the message" />
      </p>
      <p className={styles.muted}>
        <Trans>
          of {i18n.number(count.contacts)}
          {more} in the audience
        </Trans>
      </p>
      <Skipped count={count} />
      {!count.isExact && (
        <p className={styles.muted}>
          <Trans>The audience is larger than the 50,000 contacts that are counted here.</Trans>
        </p>
      )}
    </>
  );
}

function Skipped({ count: { withoutAddress, unsubscribed } }: { count: types.AudienceCount }) {
  if (withoutAddress + unsubscribed === 0)
    return (
      <p className={styles.muted}>
        <Trans>Nobody is skipped.</Trans>
      </p>
    );
  return (
    <ul className={styles.skipped}>
      {unsubscribed > 0 && (
        <li>
          <Plural value={unsubscribed} one="# is skipped: no consent" other="# are skipped: no consent" />
        </li>
      )}
      {withoutAddress > 0 && (
        <li>
          <Plural
            value={withoutAddress}
            one="# is skipped: no address on this channel"
            other="# are skipped: no address on this channel"
          />
        </li>
      )}
    </ul>
  );
}
