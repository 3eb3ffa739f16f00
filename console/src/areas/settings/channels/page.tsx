import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Cable } from 'lucide-react';
import { useSession } from '../../../app/session/use-session.ts';
import { ChannelIcon, cx, EmptyState, ErrorState, SkeletonRows, Table } from '../../../kit/index.ts';
import { useFeedEvent, useReconnected } from '../../../live/use-feed.ts';
import { AddButton } from '../AddButton.tsx';
import cells from '../cells.module.css';
import type { PageProps } from '../pages.ts';
import { allOf } from '../resource/all-of.ts';
import resource from '../resource/Resource.module.css';
import { SettingsHeader } from '../SettingsHeader.tsx';
import { ChannelPanel } from './ChannelPanel.tsx';
import { ChannelStatus } from './ChannelStatus.tsx';
import { SetupPanel } from './SetupPanel.tsx';
import { providerOf } from './setup.ts';
import { providerTexts } from './setup-texts.ts';

/** The channels with their status; beside them one channel, or the setup of a new one. */
export default function ChannelsPage({ item }: PageProps) {
  const { t } = useLingui();
  const { client, tenant, can } = useSession();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const queryKey = ['settings', tenant.id, 'channels'];
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: () => allOf(client.channels.each({ sortBy: 'asc(name)' })),
  });
  const reload = () => cache.invalidateQueries({ queryKey });
  useFeedEvent('channel.status_changed', () => void reload());
  useFeedEvent('resource.changed', () => void reload());
  useReconnected(() => void reload());
  const open = (id?: string) =>
    void (id
      ? navigate({ to: '/settings/$page/$item', params: { page: 'channels', item: id } })
      : navigate({ to: '/settings/$page', params: { page: 'channels' } }));
  const channel = data?.find(({ id }) => id === item);
  const add = can('channels.write') && (
    <AddButton label={t`Add channel`} isSmall={item !== undefined} onClick={() => open('new')} />
  );

  return (
    <div className={cx(resource.page, resource.wide)} data-open={item ? '' : undefined}>
      <section className={resource.list}>
        <SettingsHeader title={t`Channels`}>{data && data.length > 0 && add}</SettingsHeader>
        <div className={resource.body}>
          <p className={resource.intro}>{t`The numbers, accounts and mailboxes that customers write to.`}</p>
          {error && <ErrorState title={t`The channels could not be loaded`} error={error} onRetry={() => void refetch()} />}
          {isPending && <SkeletonRows count={4} />}
          {data?.length === 0 && (
            <EmptyState
              icon={<Cable size={24} aria-hidden />}
              title={t`No channels yet`}
              text={t`Connect WhatsApp, SMS, email or Instagram to receive the first message.`}
            >
              {add}
            </EmptyState>
          )}
          {data && data.length > 0 && <ChannelTable channels={data} item={item} onOpen={open} />}
        </div>
      </section>
      {item === 'new' && <SetupPanel onClose={() => open()} onCreated={reload} onFinished={open} />}
      {channel && <ChannelPanel key={channel.id} channel={channel} onClose={() => open()} onChanged={reload} />}
    </div>
  );
}

type TableProps = { channels: types.Channel[]; item: string | undefined; onOpen: (id: string) => void };

function ChannelTable({ channels, item, onOpen }: TableProps) {
  const { t } = useLingui();
  return (
    <Table
      name={t`Channels`}
      rows={channels}
      rowKey={({ id }) => id}
      onRowClick={({ id }) => onOpen(id)}
      isSelected={({ id }) => id === item}
      columns={[
        {
          key: 'name',
          head: t`Name`,
          noLabel: true,
          cell: (channel) => (
            <button type="button" className={resource.name} onClick={() => onOpen(channel.id)}>
              <ChannelIcon type={channel.type} />
              <span className={cells.two}>
                <bdi>{channel.name}</bdi>
                <small dir="ltr">{identityOf(channel)}</small>
              </span>
            </button>
          ),
        },
        { key: 'status', head: t`Status`, noLabel: true, cell: (channel) => <ChannelStatus channel={channel} /> },
      ]}
    />
  );
}

/** The address, number or account that the settings show, and the provider. */
function identityOf(channel: types.Channel): string {
  const { address, from, messagingServiceSid, phoneNumberId, igId } = channel.settings;
  const provider = providerOf(channel);
  return [provider && providerTexts[provider].name, address ?? from ?? messagingServiceSid ?? phoneNumberId ?? igId]
    .filter(Boolean)
    .join(' · ');
}
