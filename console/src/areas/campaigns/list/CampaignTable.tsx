import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { Badge, ChannelIcon, RelativeTime, Table } from '../../../kit/index.ts';
import { useLabels } from '../../../people/queries.ts';
import { LedBar } from '../page/LedBar.tsx';
import { doneOf, percentOf, plannedOf } from '../progress.ts';
import { useChannels } from '../queries.ts';
import { toneOf, useAudienceWords, useStatusWords } from '../use-words.ts';
import styles from './List.module.css';

export function CampaignTable({ campaigns }: { campaigns: readonly types.Campaign[] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const channels = useChannels();
  const words = useStatusWords();
  const audienceWords = useAudienceWords(useLabels());
  const open = ({ id }: types.Campaign) => void navigate({ to: '/campaigns/$campaignId', params: { campaignId: id } });
  return (
    <Table
      name={t`Campaigns`}
      rows={campaigns}
      rowKey={({ id }) => id}
      onRowClick={open}
      columns={[
        {
          key: 'name',
          head: t`Name`,
          noLabel: true,
          cell: (campaign) => (
            <span className={styles.two}>
              <Link
                to="/campaigns/$campaignId"
                params={{ campaignId: campaign.id }}
                className={styles.name}
                onClick={(event) => event.stopPropagation()}
              >
                <bdi>{campaign.name}</bdi>
              </Link>
              <small>{audienceWords(campaign)}</small>
            </span>
          ),
        },
        {
          key: 'channel',
          head: t`Channel`,
          cell: ({ channelId }) => <ChannelName channel={channels?.find(({ id }) => id === channelId)} />,
        },
        {
          key: 'status',
          head: t`Status`,
          noLabel: true,
          cell: ({ status }) => <Badge tone={toneOf[status]}>{words[status]}</Badge>,
        },
        { key: 'progress', head: t`Progress`, noLabel: true, cell: (campaign) => <RowProgress campaign={campaign} /> },
        { key: 'time', head: t`Time`, noLabel: true, cell: (campaign) => <When campaign={campaign} /> },
      ]}
    />
  );
}

export function ChannelName({ channel }: { channel: types.Channel | undefined }) {
  if (!channel) return null;
  return (
    <span className={styles.channel}>
      <ChannelIcon type={channel.type} />
      <bdi>{channel.name}</bdi>
    </span>
  );
}

function RowProgress({ campaign: { counts, status } }: { campaign: types.Campaign }) {
  const { t, i18n } = useLingui();
  if (!counts) return <span className={styles.muted}>–</span>;
  const [done, planned] = [doneOf(counts) - counts.skipped, plannedOf(counts)];
  const percent = percentOf(done, planned);
  const sent = i18n.number(counts.sent);
  const all = i18n.number(planned);
  return (
    <span className={styles.progress}>
      <LedBar counts={counts} size={20} />
      <span className={styles.figures}>
        {t`${sent} of ${all} sent`}
        {status === 'running' && <span className={styles.muted}> {percent}%</span>}
        {counts.failed > 0 && <span className={styles.failed}> {t`${i18n.number(counts.failed)} failed`}</span>}
      </span>
    </span>
  );
}

function When({ campaign: { status, nextRunAt, updatedAt } }: { campaign: types.Campaign }) {
  const { t } = useLingui();
  if (status === 'scheduled' && nextRunAt)
    return (
      <span>
        <span className={styles.muted}>{t`next`}</span> <RelativeTime at={nextRunAt} />
      </span>
    );
  return <RelativeTime at={updatedAt} />;
}
