import { Trans, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Check, CheckCheck, CircleDashed, CircleSlash, Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx, fullTime, Popover } from '../../../kit/index.ts';
import { type StatusKey, statusOf } from './status.ts';
import styles from './Thread.module.css';

const ICONS: Record<StatusKey, ReactNode> = {
  scheduled: <Clock size={15} aria-hidden />,
  queued: <Clock size={15} aria-hidden />,
  sending: <Clock size={15} aria-hidden />,
  sent: <Check size={15} aria-hidden />,
  delivered: <CheckCheck size={15} aria-hidden />,
  read: <CheckCheck size={15} aria-hidden />,
  failed: <TriangleAlert size={15} aria-hidden />,
  unknown: <CircleDashed size={15} aria-hidden />,
  cancelled: <CircleSlash size={15} aria-hidden />,
  deleted: <CircleSlash size={15} aria-hidden />,
};

const TONES: Partial<Record<StatusKey, string | undefined>> = {
  read: styles.toneRead,
  failed: styles.toneFailed,
  unknown: styles.toneUnknown,
};

export function useStatusName(): (status: StatusKey) => string {
  const { t } = useLingui();
  const names: Record<StatusKey, string> = {
    scheduled: t`Scheduled`,
    queued: t`Queued`,
    sending: t`Sending`,
    sent: t`Sent`,
    delivered: t`Delivered`,
    read: t`Read`,
    failed: t`Not sent`,
    unknown: t`Unknown`,
    cancelled: t`Cancelled`,
    deleted: t`Deleted`,
  };
  return (status) => names[status];
}

/** The status of an outbound message in a word. A click shows how it came to it. */
export function StatusLine({ message }: { message: types.FullMessage }) {
  const { t } = useLingui();
  const status = statusOf(message);
  const name = useStatusName()(status);
  return (
    <Popover
      label={t`Status of the message`}
      align="end"
      side="top"
      trigger={
        <button type="button" className={cx(styles.status, TONES[status])} aria-label={t`Status: ${name}. Show details`}>
          {ICONS[status]}
          {name}
        </button>
      }
    >
      <StatusTimeline message={message} />
    </Popover>
  );
}

function StatusTimeline({ message }: { message: types.FullMessage }) {
  const { t, i18n } = useLingui();
  const nameOf = useStatusName();
  const words: Record<string, string> = {
    scheduled: t`Scheduled`,
    pending: t`Accepted by Patchbay`,
    sent: t`Sent to the provider`,
    delivered: t`Delivered to the device`,
    read: t`Read`,
    failed: t`Not sent`,
    deleted: t`Deleted`,
  };
  const status = statusOf(message);
  const isOpen = status === 'unknown' || status === 'queued' || status === 'sending' || status === 'cancelled';
  return (
    <div className={styles.timeline}>
      <ol>
        {message.history.map((entry) => (
          <li key={entry.status}>
            <span>{words[entry.status] ?? entry.status}</span>
            <time dateTime={entry.at}>{fullTime(new Date(entry.at), i18n.locale)}</time>
          </li>
        ))}
        {isOpen && <li className={styles.timelineOpen}>{nameOf(status)}</li>}
      </ol>
      {message.errors.map((error) => (
        <p key={error.key + error.code} className={styles.timelineError}>
          <ErrorWords errorKey={error.key} />
          <span className={styles.timelineCode} dir="ltr">
            {error.message}
            {error.code && ` (${error.code})`}
          </span>
        </p>
      ))}
      <p className={styles.timelineCode} dir="ltr">
        {message.id}
      </p>
    </div>
  );
}

/** Why a message was not sent, in a sentence. */
export function ErrorWords({ errorKey, channel }: { errorKey: string | undefined; channel?: string }) {
  switch (errorKey) {
    case 'outside_messaging_window':
      return <Trans>The messaging window is closed. Only a template can be sent.</Trans>;
    case 'contact_unsubscribed':
      return <Trans>The contact does not want these messages.</Trans>;
    case 'undeliverable':
      return <Trans>This address cannot receive the message.</Trans>;
    case 'invalid_message':
      return <Trans>The provider refused the content. Change it and send again.</Trans>;
    case 'media_problem':
      return <Trans>The file could not be delivered.</Trans>;
    case 'template_problem':
      return <Trans>The template cannot be sent. Choose another one.</Trans>;
    case 'rate_limited':
      return <Trans>The provider limits how many messages this contact gets. Send again later.</Trans>;
    case 'channel_needs_attention':
      return <Trans>The channel does not work. An administrator has to look at it.</Trans>;
    case 'outcome_unknown':
    case 'unknown':
      return channel ? (
        <Trans>No answer from {channel}. It may have arrived.</Trans>
      ) : (
        <Trans>The provider did not answer. It may have arrived.</Trans>
      );
    default:
      return <Trans>The provider could not take the message.</Trans>;
  }
}
