import { Plural, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, buttonClass, confirm, toast, toastError } from '../../../kit/index.ts';
import { keys } from '../queries.ts';
import styles from './Campaign.module.css';
import { type FailureGroup, groupFailures } from './failure-advice.ts';
import { useFailureWords } from './use-failure-words.ts';

type Props = { campaign: types.Campaign; statistics: types.CampaignStatistics };

const RETRIED: readonly types.Campaign['status'][] = ['running', 'paused', 'completed'];

/** Who did not get the message, by reason, and what can be done. */
export function Failures({ campaign, statistics: { counts, errors, runs } }: Props) {
  const { t, i18n } = useLingui();
  const { can } = useSession();
  const groups = groupFailures(errors);
  const last = runs[0]?.counts;
  const { retry, isBusy } = useRetry(campaign);
  const missed = counts.failed + counts.unknown + counts.skipped;
  if (missed === 0) return null;
  const mayRetry = can('campaigns.write') && RETRIED.includes(campaign.status);
  return (
    <section className={styles.block} aria-label={t`Failures`}>
      <header className={styles.sectionHead}>
        <h2>{t`What did not arrive`}</h2>
        <span className={styles.muted}>
          <Plural value={missed} one="# person" other="# people" />
        </span>
        <span className={styles.grow} />
        {mayRetry && last && last.failed > 0 && (
          <Button
            size="small"
            busy={isBusy}
            icon={<RotateCcw size={14} aria-hidden />}
            onClick={() => void retry(last.failed, false)}
          >
            <Plural value={last.failed} one="Retry # failed" other="Retry # failed" />
          </Button>
        )}
      </header>
      <ul>
        {groups.map((group) => (
          <FailureRow key={`${group.key} ${group.remedy}`} campaign={campaign} group={group} />
        ))}
        {counts.unknown > 0 && !groups.some(({ remedy }) => remedy === 'look') && (
          <FailureRow
            campaign={campaign}
            group={{ key: 'outcome_unknown', code: null, message: '', count: counts.unknown, remedy: 'look' }}
          />
        )}
      </ul>
      {mayRetry && last && last.unknown > 0 && (
        <p className={styles.unknownRetry}>
          <span
            className={styles.muted}
          >{t`Unknown messages may have arrived. They are sent again only if you ask for it.`}</span>
          <Button size="small" look="quiet" onClick={() => void retry(last.failed + last.unknown, true)}>
            {t`Retry ${i18n.number(last.unknown)} unknown too`}
          </Button>
        </p>
      )}
    </section>
  );
}

function useRetry({ id }: types.Campaign) {
  const { t, i18n } = useLingui();
  const { client } = useSession();
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: (includeUnknown: boolean) => client.campaigns.retry(id, { includeUnknown }),
    onSuccess: (changed) => {
      queries.setQueryData(keys.one(id), changed);
      void queries.invalidateQueries({ queryKey: keys.all });
      toast({ text: t`The messages are sent again` });
    },
    onError: (error) => toastError(t`The campaign was not retried`, error),
  });
  const retry = async (count: number, includeUnknown: boolean) => {
    const isSure = await confirm({
      title: t`Send again to ${i18n.number(count)} people?`,
      text: includeUnknown
        ? t`Some of them may have got the message already and then get it twice.`
        : t`They did not get the message. Who cannot be reached fails again.`,
      confirm: t`Send again`,
    });
    if (isSure) send.mutate(includeUnknown);
  };
  return { retry, isBusy: send.isPending };
}

function FailureRow({ campaign, group }: { campaign: types.Campaign; group: FailureGroup }) {
  const { t, i18n } = useLingui();
  const words = useFailureWords()(group);
  return (
    <li className={styles.failure}>
      <span className={styles.failureCount}>{i18n.number(group.count)}</span>
      <div>
        <p className={styles.strong}>{words.title}</p>
        <p className={styles.muted}>{words.advice}</p>
        {group.message && (
          <p className={styles.cause}>
            <bdi>{group.message}</bdi>
            {group.code && <span> ({group.code})</span>}
          </p>
        )}
      </div>
      <span className={styles.failureActions}>
        <Remedy group={group} />
        <ShowButton campaign={campaign} group={group}>{t`Show them`}</ShowButton>
      </span>
    </li>
  );
}

function ShowButton({ campaign, group, children }: { campaign: types.Campaign; group: FailureGroup; children: string }) {
  const navigate = useNavigate();
  const search =
    group.remedy === 'look' && !group.message ? ({ state: 'unknown' } as const) : { error: group.message.slice(0, 80) };
  return (
    <Button
      size="small"
      onClick={() => {
        void navigate({ to: '/campaigns/$campaignId', params: { campaignId: campaign.id }, search, replace: true });
        document.getElementById('recipients')?.scrollIntoView({ block: 'start' });
      }}
    >
      {children}
    </Button>
  );
}

/** The place where the cause can be repaired. */
function Remedy({ group: { remedy } }: { group: FailureGroup }) {
  const { t } = useLingui();
  const page = { template: 'templates', channel: 'channels' }[remedy as string];
  if (!page) return null;
  return (
    <Link to="/settings/$page" params={{ page }} className={buttonClass({ size: 'small' }, styles.plainLink)}>
      {page === 'templates' ? t`Open templates` : t`Open channels`}
    </Link>
  );
}
