import { Trans, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { CircleHelp, EyeOff, Forward, Mic, Pencil, ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../../app/session/use-session.ts';
import { Button, toastError } from '../../../../kit/index.ts';
import { useServices } from '../services.ts';
import { Attachments } from './Attachments.tsx';
import styles from './Content.module.css';
import { textIn } from './details.ts';
import { Mail } from './Mail.tsx';
import { ContactCards, Interactive, Location, Template } from './Parts.tsx';
import { Words } from './Words.tsx';

/** What a message says, for every type of message. */
export function MessageContent({ message }: { message: types.FullMessage }) {
  const { content, isSensitive } = message;
  const isHidden = isSensitive && content.body === null && content.details === null && content.attachments.length === 0;
  if (isHidden) return <Sensitive id={message.id} />;
  return (
    <>
      <Circumstances message={message} />
      <Body message={message} />
    </>
  );
}

function Body({ message }: { message: types.FullMessage }) {
  const { type, content, sender, channel } = message;
  const { body, attachments, details } = content;
  switch (type) {
    case 'location':
      return <Location details={details} />;
    case 'contact':
      return <ContactCards details={details} />;
    case 'interactive':
      return <Interactive content={content} isInbound={sender === 'inbound'} />;
    case 'template':
      return <Template content={content} />;
    case 'reaction':
      return <Reacted emoji={body} />;
    case 'unsupported':
      return <Unsupported kind={textIn(details, 'kind')} />;
    default:
      return (
        <>
          {channel.type !== 'email' && <Attachments attachments={attachments} type={type} />}
          {channel.type === 'email' ? <Mail message={message} /> : body && <Words text={body} />}
          {channel.type === 'email' && <Attachments attachments={attachments} type={type} />}
        </>
      );
  }
}

/** A line above the content: forwarded, edited, a voice message, the answer to an advertisement. */
function Circumstances({ message: { content, type } }: { message: types.FullMessage }) {
  const { details } = content;
  if (details?.isForwarded)
    return (
      <p className={styles.head}>
        <Forward size={14} aria-hidden /> <Trans>Forwarded</Trans>
      </p>
    );
  if (details?.edits)
    return (
      <p className={styles.head}>
        <Pencil size={14} aria-hidden /> <Trans>Changed an earlier message</Trans>
      </p>
    );
  if (details?.referral)
    return (
      <p className={styles.head}>
        <ShoppingBag size={14} aria-hidden /> <Trans>Came from an advertisement</Trans>
      </p>
    );
  if (type === 'audio' && details?.isVoice)
    return (
      <p className={styles.head}>
        <Mic size={14} aria-hidden /> <Trans>Voice message</Trans>
      </p>
    );
  return null;
}

const Reacted = ({ emoji }: { emoji: string | null }) => (
  <p className={styles.muted}>
    {emoji ? <Trans>Reacted with {emoji} to an older message</Trans> : <Trans>Took back a reaction</Trans>}
  </p>
);

function Unsupported({ kind }: { kind: string | null }) {
  return (
    <p className={styles.missing}>
      <CircleHelp size={16} aria-hidden />
      {kind ? (
        <Trans>This kind of message ({kind}) cannot be shown here. Ask the contact to send it in another form.</Trans>
      ) : (
        <Trans>This kind of message cannot be shown here. Ask the contact to send it in another form.</Trans>
      )}
    </p>
  );
}

/** Lists leave out the content of sensitive chats; a single message has it. */
function Sensitive({ id }: { id: string }) {
  const { t } = useLingui();
  const { client } = useSession();
  const { threads } = useServices();
  const [isBusy, setIsBusy] = useState(false);
  const show = async () => {
    setIsBusy(true);
    await client.messages.get(id).then(threads.put, (error: unknown) => toastError(t`The message could not be loaded`, error));
    setIsBusy(false);
  };
  return (
    <p className={styles.missing}>
      <EyeOff size={16} aria-hidden />
      <Trans>Hidden, because this chat is sensitive.</Trans>
      <Button look="link" busy={isBusy} onClick={() => void show()}>
        <Trans>Show</Trans>
      </Button>
    </p>
  );
}
