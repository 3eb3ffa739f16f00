import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useTitle } from '../../../app/title.ts';
import { Badge, buttonClass, ErrorState, Notice, Page, PageHeader, SkeletonRows, SplitLayout } from '../../../kit/index.ts';
import { useCampaign, useCampaignProgress, useStatistics } from '../queries.ts';
import { toneOf, useStatusWords } from '../use-words.ts';
import { Actions } from './Actions.tsx';
import styles from './Campaign.module.css';
import { Failures } from './Failures.tsx';
import { Funnel } from './Funnel.tsx';
import { ProgressNow } from './ProgressNow.tsx';
import { Recipients } from './Recipients.tsx';
import { Side } from './Side.tsx';

export function CampaignPage() {
  const { t } = useLingui();
  const { campaignId } = useParams({ from: '/frame/campaigns/$campaignId' });
  const { data: campaign, error, refetch } = useCampaign(campaignId);
  const words = useStatusWords();
  useCampaignProgress();
  useTitle(campaign?.name ?? t`Campaign`);
  return (
    <Page
      header={
        <PageHeader
          lead={
            <Link
              to="/campaigns"
              className={buttonClass({ look: 'quiet', size: 'small' }, styles.plainLink)}
              aria-label={t`Back to campaigns`}
            >
              <ArrowLeft size={16} aria-hidden />
            </Link>
          }
          title={<bdi>{campaign?.name ?? ''}</bdi>}
          meta={campaign && <Badge tone={toneOf[campaign.status]}>{words[campaign.status]}</Badge>}
        >
          {campaign && <Actions campaign={campaign} />}
        </PageHeader>
      }
    >
      {error && !campaign && (
        <div className={styles.block}>
          <ErrorState title={t`The campaign could not be loaded`} error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {!campaign && !error && <SkeletonRows count={5} />}
      {campaign && <Loaded campaign={campaign} />}
    </Page>
  );
}

function Loaded({ campaign }: { campaign: types.Campaign }) {
  const { t } = useLingui();
  const { data: statistics, error, refetch } = useStatistics(campaign);
  return (
    <SplitLayout sideLabel={t`About this campaign`} side={<Side campaign={campaign} statistics={statistics} />}>
      <StatusNotice campaign={campaign} />
      {error && !statistics && (
        <div className={styles.block}>
          <ErrorState title={t`The figures could not be loaded`} error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {campaign.currentRunId === null && <NotStarted campaign={campaign} />}
      {campaign.currentRunId !== null && !statistics && !error && <SkeletonRows count={4} />}
      {statistics && (
        <>
          <ProgressNow campaign={campaign} statistics={statistics} />
          <Funnel campaign={campaign} statistics={statistics} />
          <Failures campaign={campaign} statistics={statistics} />
          <Recipients campaign={campaign} />
        </>
      )}
    </SplitLayout>
  );
}

/** Why the campaign does not go on, and what to do. */
function StatusNotice({ campaign: { status, statusReason, problems, isSuspended } }: { campaign: types.Campaign }) {
  const { t } = useLingui();
  const reason = status === 'paused' || status === 'failed' ? statusReason : null;
  if (!reason && problems.length === 0 && !isSuspended) return null;
  return (
    <div className={styles.notices}>
      {isSuspended && (
        <Notice tone="warn" title={t`Your plan does not include campaigns`}>
          {t`The campaign is paused and goes on after an upgrade.`}
        </Notice>
      )}
      {reason && (
        <Notice tone="warn" title={status === 'failed' ? t`The campaign could not go on` : t`The campaign is paused`}>
          <p dir="auto">{reason}</p>
          {status === 'paused' && <p>{t`Repair the cause, then choose Resume. Nobody gets the message twice.`}</p>}
        </Notice>
      )}
      {problems.map((problem) => (
        <Notice key={JSON.stringify(problem)} tone="danger" title={t`The message cannot be sent`}>
          {problem.message}
        </Notice>
      ))}
    </div>
  );
}

function NotStarted({ campaign: { id, status, nextRunAt } }: { campaign: types.Campaign }) {
  const { t, i18n } = useLingui();
  const isWaiting = status === 'scheduled' && nextRunAt !== null;
  return (
    <section className={styles.block} aria-label={t`Progress now`}>
      <div className={styles.notStarted}>
        <h2>{isWaiting ? t`Waits for its time` : status === 'draft' ? t`Not started yet` : t`Never started`}</h2>
        <p className={styles.muted}>
          {isWaiting
            ? t`Starts on ${i18n.date(new Date(nextRunAt), { dateStyle: 'full', timeStyle: 'short' })}.`
            : t`Nothing was sent.`}
        </p>
        {status === 'draft' && (
          <Link
            to="/campaigns/$campaignId/edit"
            params={{ campaignId: id }}
            search={{ step: 'check' }}
            className={buttonClass({ look: 'primary' }, styles.plainLink)}
          >
            {t`Check and start`}
          </Link>
        )}
      </div>
    </section>
  );
}
