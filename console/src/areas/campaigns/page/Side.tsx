import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { RelativeTime } from '../../../kit/index.ts';
import { useLabels } from '../../../people/queries.ts';
import { scheduleBody, toDraft } from '../create/draft.ts';
import { NextDates } from '../create/NextDates.tsx';
import { PreviewAside } from '../create/PreviewAside.tsx';
import { useSample } from '../create/use-sample.ts';
import { ChannelName } from '../list/CampaignTable.tsx';
import { useChannels, useTemplates } from '../queries.ts';
import { useAudienceWords } from '../use-words.ts';
import styles from './Campaign.module.css';

type Props = { campaign: types.Campaign; statistics: types.CampaignStatistics | undefined };

/** Message, audience, schedule and runs of a campaign. */
export function Side({ campaign, statistics }: Props) {
  const channel = useChannels()?.find(({ id }) => id === campaign.channelId);
  const { data: templates } = useTemplates(campaign.channelId);
  const draft = toDraft(campaign, { isCopy: false });
  const { message } = draft;
  const samples = useSample(draft.audience, undefined, campaign.variables);
  return (
    <>
      <PreviewAside
        message={message}
        template={message.kind === 'template' ? templates?.find(({ id }) => id === message.templateId) : undefined}
        samples={samples}
        channelType={channel?.type}
      />
      <Audience campaign={campaign} channel={channel} statistics={statistics} />
      <Schedule campaign={campaign} />
      {statistics && statistics.runs.length > 0 && <Runs runs={statistics.runs} />}
    </>
  );
}

function Audience({ campaign, channel, statistics }: Props & { channel: types.Channel | undefined }) {
  const { t, i18n } = useLingui();
  const words = useAudienceWords(useLabels());
  const counts = statistics?.runs[0]?.counts;
  return (
    <section className={styles.side} aria-label={t`Audience`}>
      <h2 className={styles.sideHead}>{t`Audience`}</h2>
      <dl className={styles.facts}>
        <dt>{t`Channel`}</dt>
        <dd>
          <ChannelName channel={channel} />
        </dd>
        <dt>{t`Who`}</dt>
        <dd>{words(campaign)}</dd>
        {counts && (
          <>
            <dt>{t`Matched`}</dt>
            <dd>{i18n.number(counts.recipients)}</dd>
            <dt>{t`Skipped`}</dt>
            <dd>{i18n.number(counts.skipped)}</dd>
          </>
        )}
      </dl>
      {campaign.audience.query && <code className={styles.code}>{campaign.audience.query}</code>}
    </section>
  );
}

function Schedule({ campaign }: { campaign: types.Campaign }) {
  const { t } = useLingui();
  const isLater = campaign.scheduledAt !== null || campaign.recurrenceRules.length > 0;
  const isAhead = campaign.status === 'draft' || campaign.status === 'scheduled';
  if (!isLater) return null;
  return (
    <section className={styles.side} aria-label={t`Schedule`}>
      <h2 className={styles.sideHead}>{t`Schedule`}</h2>
      {campaign.nextRunAt && (
        <p>
          <span className={styles.muted}>{t`Next:`}</span> <RelativeTime at={campaign.nextRunAt} />
        </p>
      )}
      {isAhead && <NextDates schedule={scheduleBody(toDraft(campaign, { isCopy: false }))} />}
    </section>
  );
}

function Runs({ runs }: { runs: types.CampaignStatistics['runs'] }) {
  const { t, i18n } = useLingui();
  return (
    <section className={styles.side} aria-label={t`Runs`}>
      <h2 className={styles.sideHead}>{t`Runs`}</h2>
      <ol className={styles.trail}>
        {runs.slice(0, 10).map(({ id, startedAt, completedAt, counts }) => (
          <li key={id}>
            <span>
              {t`Started`} <RelativeTime at={startedAt} />
            </span>
            {completedAt && (
              <span>
                {t`Ended`} <RelativeTime at={completedAt} />
              </span>
            )}
            <small>{t`${i18n.number(counts.sent)} of ${i18n.number(counts.recipients)} sent`}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}
