import { Trans, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, listTime, toastError, useChannelName } from '../../../kit/index.ts';
import { ErrorWords, StatusLine } from './StatusLine.tsx';
import { useServices } from './services.ts';
import { type Repair, repairsOf, resendBody, type StatusKey } from './status.ts';
import styles from './Thread.module.css';

type Props = {
  message: types.FullMessage;
  /** Null for messages of the contact. */
  status: StatusKey | null;
  isLast: boolean;
  onTemplate: () => void;
  onEdit: (text: string) => void;
};

const QUIET: readonly (StatusKey | null)[] = [null, 'sent', 'delivered', 'read'];

/** Time and status below a bubble. Inside of a group only what needs attention has one. */
export function MessageMeta({ message, status, isLast, onTemplate, onEdit }: Props) {
  if (!isLast && QUIET.includes(status)) return null;
  return (
    <>
      <div className={styles.meta}>
        <Clock
          at={message.scheduledAt && status === 'scheduled' ? message.scheduledAt : message.timestamp}
          isFull={status === 'scheduled'}
        />
        {status && <StatusLine message={message} />}
        {status === 'scheduled' && <CancelButton message={message} />}
      </div>
      {(status === 'failed' || status === 'unknown') && (
        <RepairLine message={message} onTemplate={onTemplate} onEdit={onEdit} isUnknown={status === 'unknown'} />
      )}
    </>
  );
}

/** The clock time; the day is in the line above the messages of a day. */
function Clock({ at, isFull }: { at: string; isFull: boolean }) {
  const { i18n } = useLingui();
  const date = new Date(at);
  const clock = new Intl.DateTimeFormat(i18n.locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return (
    <time dateTime={at} title={date.toLocaleString(i18n.locale)}>
      {isFull ? futureTime(date, i18n.locale) : clock.format(date)}
    </time>
  );
}

/** Weekday and time within a week, then the date. */
export const futureTime = (at: Date, locale: string): string =>
  at.toDateString() === new Date().toDateString()
    ? listTime(at, new Date(), locale)
    : new Intl.DateTimeFormat(locale, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }).format(at);

function CancelButton({ message }: { message: types.FullMessage }) {
  const { t } = useLingui();
  const { client } = useSession();
  const { threads } = useServices();
  const [isBusy, setIsBusy] = useState(false);
  const cancel = async () => {
    setIsBusy(true);
    await client.messages
      .cancel(message.id)
      .then(threads.put, (error: unknown) => toastError(t`The message was not cancelled`, error));
    setIsBusy(false);
  };
  return (
    <Button look="link" busy={isBusy} onClick={() => void cancel()}>
      <Trans>Cancel</Trans>
    </Button>
  );
}

type RepairProps = Pick<Props, 'message' | 'onTemplate' | 'onEdit'> & { isUnknown: boolean };

/** Says what went wrong, and offers what can help: one click each. */
function RepairLine({ message, onTemplate, onEdit, isUnknown }: RepairProps) {
  const { t } = useLingui();
  const { client, can } = useSession();
  const { threads, outbox } = useServices();
  const channel = useChannelName(message.channel.type);
  const names: Record<Repair, string> = {
    check: t`Check again`,
    resend: t`Send again`,
    template: t`Choose a template`,
    edit: t`Edit and send`,
  };
  const run: Record<Repair, () => void> = {
    check: () =>
      void client.messages
        .get(message.id)
        .then(threads.put, (error: unknown) => toastError(t`The message could not be checked`, error)),
    resend: () => {
      const body = resendBody(message);
      const text = message.content.body ?? '';
      if (body) outbox.add({ chatId: message.chat.id, text, files: [], content: { kind: 'message', body }, guard: undefined });
    },
    template: onTemplate,
    edit: () => onEdit(message.content.body ?? ''),
  };
  const repairs = can('messages.write') ? repairsOf(message).filter((repair) => repair !== 'resend' || resendBody(message)) : [];
  return (
    <div className={isUnknown ? styles.repairUnknown : styles.repair}>
      <span>
        <ErrorWords errorKey={isUnknown ? 'unknown' : message.errors[0]?.key} channel={channel} />
      </span>
      {repairs.map((repair) => (
        <Button key={repair} look="link" onClick={run[repair]}>
          {names[repair]}
        </Button>
      ))}
    </div>
  );
}
