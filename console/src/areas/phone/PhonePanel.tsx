import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { cx, EmptyState, ErrorState, PageHeader, Segments, SkeletonRows, useChannelName } from '../../kit/index.ts';
import { Phone } from './Phone.tsx';
import { ProviderPane } from './ProviderPane.tsx';
import styles from './phone.module.css';
import { type PhoneLine, useBehaviour, useCustomer, useLivePhone } from './queries.ts';

/** The phone of a chat's customer, and the provider between the two. For sandbox tenants. */
export function PhonePanel({ chatId, className }: { chatId: string; className?: string | undefined }) {
  const { t } = useLingui();
  const { chat, contact, lines, error } = useCustomer(chatId);
  const [chosen, setChosen] = useState<string | null>(null);
  const line = lines.find(({ channel }) => channel.id === (chosen ?? chat?.channelId)) ?? lines[0];
  const first = contact?.firstName ?? contact?.displayName ?? contact?.phoneNumber ?? '';
  const title = first ? t`${first}’s phone` : t`Phone`;
  return (
    <section className={cx(styles.panel, className)} aria-label={title}>
      <div className={styles.pane}>
        <PageHeader title={title} level={2}>
          {line && lines.length > 1 && <Channels lines={lines} line={line} onChange={setChosen} />}
          <CloseLink chatId={chatId} />
        </PageHeader>
        {error ? (
          <ErrorState title={t`The phone is not there`} error={error} />
        ) : !contact || !chat ? (
          <SkeletonRows count={4} />
        ) : line ? (
          <Line key={`${line.channel.id} ${line.address}`} line={line} name={first} chatId={chatId} />
        ) : (
          <EmptyState title={t`This customer has no phone`} text={t`No channel of the sandbox reaches this contact.`} />
        )}
      </div>
      {line && <ProviderPane line={line} chatId={chat?.channelId === line.channel.id ? chatId : null} name={first} />}
    </section>
  );
}

function Line({ line, name, chatId }: { line: PhoneLine; name: string; chatId: string }) {
  const { data } = useBehaviour(line.channel.id);
  const reread = useLivePhone(line, data?.delayMs ?? 0);
  return <Phone line={line} name={name} chatId={chatId} delayMs={data?.delayMs ?? 0} onWritten={reread} />;
}

type ChannelsProps = { lines: PhoneLine[]; line: PhoneLine; onChange: (channelId: string) => void };

function Channels({ lines, line, onChange }: ChannelsProps) {
  const { t } = useLingui();
  return (
    <Segments
      name={t`Channel`}
      value={line.channel.id}
      options={lines.map(({ channel }) => ({ value: channel.id, label: <ChannelName type={channel.type} /> }))}
      onChange={onChange}
    />
  );
}

const ChannelName = ({ type }: { type: string }) => useChannelName(type);

function CloseLink({ chatId }: { chatId: string }) {
  const { t } = useLingui();
  return (
    <Link
      to="/inbox/$chatId"
      params={{ chatId }}
      search={({ phone: _phone, ...rest }) => rest}
      className={styles.close}
      aria-label={t`Close the phone`}
    >
      <X size={16} aria-hidden />
    </Link>
  );
}
