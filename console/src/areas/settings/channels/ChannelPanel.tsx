import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Pause, Play, X } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import {
  Button,
  ChannelIcon,
  CopyValue,
  confirm,
  IconButton,
  Notice,
  PageHeader,
  toast,
  toastError,
} from '../../../kit/index.ts';
import cells from '../cells.module.css';
import resource from '../resource/Resource.module.css';
import { ChannelForm } from './ChannelForm.tsx';
import { ChannelStatus } from './ChannelStatus.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { callbackUrlOf, providerOf, setups } from './setup.ts';
import { causeOfStatus, type StatusCause } from './status-cause.ts';
import { TestMessage } from './TestMessage.tsx';

type Props = { channel: types.Channel; onClose: () => void; onChanged: () => Promise<void> };

/** One channel: its status with cause and fix, a test message, the callback URL, settings and credentials. */
export function ChannelPanel({ channel, onClose, onChanged }: Props) {
  const { t } = useLingui();
  const { can } = useSession();
  const provider = providerOf(channel);
  const canWrite = can('channels.write');
  const [saves, setSaves] = useState(0);
  return (
    <aside className={resource.panel} aria-label={channel.name}>
      <PageHeader
        level={2}
        lead={<ChannelIcon type={channel.type} />}
        title={<bdi>{channel.name}</bdi>}
        meta={<ChannelStatus channel={channel} />}
      >
        {canWrite && <StatusActions channel={channel} onClose={onClose} onChanged={onChanged} />}
        <IconButton label={t`Close`} icon={<X size={16} aria-hidden />} onClick={onClose} />
      </PageHeader>
      <div className={resource.panelBody}>
        <StatusNotice channel={channel} />
        {channel.isConnected && can('messages.write') && (
          <section className={cells.section}>
            <h3 className={cells.sectionTitle}>{t`Check`}</h3>
            <TestMessage channel={channel} />
          </section>
        )}
        {provider && setups[provider].hasCallback && (
          <section className={cells.section}>
            <h3 className={cells.sectionTitle}>{t`Callback`}</h3>
            <CopyValue label={t`Callback URL to enter at the provider`} value={callbackUrlOf(provider, channel.inboundUrl, {})} />
          </section>
        )}
        <section className={cells.section}>
          <h3 className={cells.sectionTitle}>{t`Settings`}</h3>
          <ChannelForm channel={channel} onChanged={onChanged} readOnly={!canWrite} />
        </section>
        {provider && canWrite && (
          <section className={cells.section}>
            <h3 className={cells.sectionTitle}>{t`Credentials`}</h3>
            <CredentialsForm
              key={saves}
              channel={channel}
              provider={provider}
              onChanged={async () => {
                setSaves(saves + 1); // an empty form: what was typed is stored
                await onChanged();
              }}
            />
          </section>
        )}
      </div>
    </aside>
  );
}

function StatusNotice({ channel: { isConnected, status, statusReason } }: { channel: types.Channel }) {
  const { t } = useLingui();
  if (!isConnected)
    return (
      <Notice tone="warn" title={t`This channel is not connected`}>
        {t`Give its credentials below. Until then it neither sends nor receives.`}
      </Notice>
    );
  if (status === 'paused')
    return (
      <Notice tone="warn" title={t`This channel is paused`}>
        {t`It receives. Nothing is sent: messages that were accepted wait until it is resumed.`}
      </Notice>
    );
  if (status !== 'error') return null;
  const fixes: Record<StatusCause, string> = {
    token: t`Make a new access token at the provider and enter it under Credentials.`,
    login: t`Check user name and password at the mail provider, and enter them again under Credentials.`,
    oauth: t`Let the owner of the mailbox allow access again, and enter the new refresh token under Credentials.`,
    payment: t`Settle the bill at the provider. Then resume the channel.`,
    account: t`Ask the provider to unlock the account. Then resume the channel.`,
    other: t`Correct this at the provider. Then enter the credentials again, or resume the channel.`,
  };
  return (
    <Notice tone="danger" title={t`The provider refuses everything from this channel`}>
      <p dir="auto">{statusReason}</p>
      <p>{fixes[causeOfStatus(statusReason)]}</p>
      <p>{t`Accepted messages wait, and are sent when the channel works again.`}</p>
    </Notice>
  );
}

function StatusActions({ channel, onClose, onChanged }: Props) {
  const { t } = useLingui();
  const { client } = useSession();
  const { id, name, status, isConnected } = channel;
  const setStatus = async (next: 'active' | 'paused') => {
    try {
      await client.channels.update(id, { status: next });
      await onChanged();
      const undo = () => setStatus(next === 'active' ? 'paused' : 'active');
      toast({
        text: next === 'active' ? t`The channel sends again` : t`The channel is paused`,
        ...(status !== 'error' && { undo }),
      });
    } catch (error) {
      toastError(t`The status could not be changed`, error);
    }
  };
  const remove = async () => {
    const isConfirmed = await confirm({
      title: t`Delete ${name}?`,
      text: t`Its credentials are deleted. A channel with chats cannot be deleted, because the conversations would be lost: pause it instead.`,
      confirm: t`Delete channel`,
      danger: true,
      typed: { label: t`Type “${name}” to confirm`, value: name },
    });
    if (!isConfirmed) return;
    try {
      await client.channels.delete(id);
      onClose();
      await onChanged();
    } catch (error) {
      toastError(t`${name} could not be deleted`, error);
    }
  };
  return (
    <>
      {isConnected &&
        (status === 'active' ? (
          <Button icon={<Pause size={14} aria-hidden />} onClick={() => void setStatus('paused')}>
            {t`Pause`}
          </Button>
        ) : (
          <Button icon={<Play size={14} aria-hidden />} onClick={() => void setStatus('active')}>
            {t`Resume`}
          </Button>
        ))}
      <Button look="dangerQuiet" onClick={() => void remove()}>
        {t`Delete`}
      </Button>
    </>
  );
}
