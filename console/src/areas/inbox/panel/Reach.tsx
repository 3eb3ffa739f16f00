import { Trans, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Check, CircleSlash } from 'lucide-react';
import { Badge, ChannelIcon, RelativeTime } from '../../../kit/index.ts';
import type { StoredChat } from '../../../live/chats/index.ts';
import { useChannelType } from '../thread/use-chat.ts';
import styles from './Panel.module.css';
import { useConsentStates } from './queries.ts';

const CHANNELS: Record<types.Handle['type'], string> = {
  email: 'email',
  instagram_id: 'instagram',
  phone_number: 'sms',
  whatsapp_user_id: 'whatsapp',
  external: 'external',
};

/** The addresses of the contact, and to what it agreed. */
export function Reach({ contact, chat }: { contact: types.Contact; chat: StoredChat }) {
  const type = useChannelType(chat.channelId);
  return (
    <section className={styles.section}>
      <h3 className={styles.head}>
        <Trans>Reach</Trans>
      </h3>
      <ul className={styles.stack}>
        {contact.handles.map((handle) => (
          <li key={handle.id} className={styles.handle}>
            <ChannelIcon type={handle.id === chat.handleId && type ? type : CHANNELS[handle.type]} />
            <bdi className={styles.value} dir="ltr" title={handle.value}>
              {username(handle) ?? handle.value}
            </bdi>
            {handle.id === chat.handleId && (
              <Badge>
                <Trans>this chat</Trans>
              </Badge>
            )}
          </li>
        ))}
      </ul>
      <ConsentLines contactId={contact.id} isSubscribed={contact.isSubscribed} />
    </section>
  );
}

/** Instagram ids are numbers; the profile has the name that people know. */
const username = ({ extra }: types.Handle): string | null =>
  typeof extra.username === 'string' && extra.username !== '' ? `@${extra.username}` : null;

/** What the contact agreed to and what it refused. Consent for marketing is what agents ask for. */
function ConsentLines({ contactId, isSubscribed }: { contactId: string; isSubscribed: boolean }) {
  const { t } = useLingui();
  const states = useConsentStates(contactId);
  const purposes: Record<string, string> = { marketing: t`marketing`, utility: t`updates`, service: t`service` };
  const latest = new Map<string, (typeof states)[0]>();
  for (const one of states)
    if (one.state !== 'none' && (one.since ?? '') >= (latest.get(`${one.purpose} ${one.state}`)?.since ?? ''))
      latest.set(`${one.purpose} ${one.state}`, one);
  return (
    <ul className={styles.stack}>
      {!isSubscribed && (
        <li className={styles.refused}>
          <CircleSlash size={14} aria-hidden />
          <Trans>Unsubscribed</Trans>
        </li>
      )}
      {[...latest.values()].map(({ purpose, state, since, channel }) => (
        <li key={`${purpose} ${state}`} className={state === 'granted' ? styles.agreed : styles.refused}>
          {state === 'granted' ? <Check size={14} aria-hidden /> : <CircleSlash size={14} aria-hidden />}
          <span>
            {state === 'granted' ? (
              <Trans>
                Agreed to {purposes[purpose] ?? purpose} on {channel.name}
              </Trans>
            ) : (
              <Trans>
                Refused {purposes[purpose] ?? purpose} on {channel.name}
              </Trans>
            )}
            {since && (
              <>
                {', '}
                <RelativeTime at={since} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
