import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, Clock, SendHorizontal, Wifi } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../app/session/use-session.ts';
import { Avatar, EmptyState, ErrorState, IconButton, Input, toastError, useNow } from '../../kit/index.ts';
import { PhoneBubble } from './PhoneBubble.tsx';
import styles from './phone.module.css';
import { type PhoneLine, type PhoneMessage, usePhone, useWrite, type Write } from './queries.ts';

type Props = { line: PhoneLine; name: string; chatId: string; delayMs: number; onWritten: () => void };

/** The phone as the customer holds it: their own messages at the end, those of the business at the start. */
export function Phone({ line, name, chatId, delayMs, onWritten }: Props) {
  const { t, i18n } = useLingui();
  const { tenant } = useSession();
  const { data, error, refetch } = usePhone(line);
  const write = useWrite(line, name, onWritten);
  const act = (message: Write) =>
    write.mutate(message, { onError: (cause) => toastError(t`The message was not written`, cause) });
  const now = useNow();
  return (
    <div className={styles.stage}>
      <div className={styles.phone}>
        <div className={styles.screen}>
          <div className={styles.status} aria-hidden>
            <span>{i18n.date(new Date(now), { timeStyle: 'short' })}</span>
            <Wifi size={14} />
          </div>
          <div className={styles.phoneBar}>
            <ChevronLeft size={16} className={styles.flip} aria-hidden />
            <Avatar id={tenant.id} name={tenant.name} size={28} />
            <span className={styles.shop}>
              <bdi>{tenant.name}</bdi>
            </span>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
          <section className={styles.messages} tabIndex={0} aria-label={t`Messages on the phone`}>
            <div className={styles.thread}>
              {error && !data && <ErrorState title={t`The phone cannot be read`} error={error} onRetry={() => void refetch()} />}
              {data?.messages.length === 0 && <EmptyState title={t`Nothing on this phone`} text={t`Write the first message.`} />}
              {data?.messages.map((message) => (
                <PhoneRow key={message.vendorId} message={message} chatId={chatId} delayMs={delayMs} onAct={act} />
              ))}
            </div>
          </section>
          <PhoneInput name={name} isMail={line.channel.type === 'email'} isBusy={write.isPending} onWrite={act} />
        </div>
      </div>
    </div>
  );
}

type RowProps = { message: PhoneMessage; chatId: string; delayMs: number; onAct: (message: Write) => void };

function PhoneRow({ message, chatId, delayMs, onAct }: RowProps) {
  const seconds = Math.round(delayMs / 100) / 10;
  return (
    <>
      {message.isHeld && (
        <p className={styles.held}>
          <Clock size={14} aria-hidden />
          {seconds > 0 ? (
            <Plural value={seconds} one="Held back by the delay, # second" other="Held back by the delay, # seconds" />
          ) : (
            <Trans>On its way</Trans>
          )}
        </p>
      )}
      <PhoneBubble message={message} chatId={chatId} onAct={onAct} />
    </>
  );
}

type InputProps = { name: string; isMail: boolean; isBusy: boolean; onWrite: (message: Write) => void };

function PhoneInput({ name, isMail, isBusy, onWrite }: InputProps) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [subject, setSubject] = useState('');
  const label = name ? t`Write as ${name}` : t`Write as the customer`;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    onWrite({ text, ...(isMail && { subject: subject || t`A question` }) });
    setText('');
  };
  return (
    <form className={styles.input} onSubmit={send}>
      {isMail && (
        <Input
          className={styles.subject}
          aria-label={t`Subject`}
          placeholder={t`Subject`}
          value={subject}
          onChange={(event) => setSubject(event.target.value)}
        />
      )}
      <Input aria-label={label} placeholder={label} dir="auto" value={text} onChange={(event) => setText(event.target.value)} />
      <IconButton
        type="submit"
        look="primary"
        disabled={text.trim() === '' || isBusy}
        label={name ? t`Send as ${name}` : t`Send as the customer`}
        icon={<SendHorizontal size={16} className={styles.flip} aria-hidden />}
      />
    </form>
  );
}
