import { Trans } from '@lingui/react/macro';
import styles from './Composer.module.css';
import { smsSegments } from './sms-segments.ts';

const LIMITS: Record<string, number> = { whatsapp: 4_096, instagram: 1_000, sms: 1_600 };
const SHOWN_FROM = 0.8;

/** How many SMS the text becomes, or how much of the limit of the channel is used. */
export function Counter({ text, channelType }: { text: string; channelType: string | undefined }) {
  const limit = LIMITS[channelType ?? ''];
  const used = channelType === 'instagram' ? new TextEncoder().encode(text).length : text.length;
  if (channelType === 'sms' && text !== '' && used <= (limit ?? 0)) {
    const { count, used: characters, perSegment } = smsSegments(text);
    const room = count * perSegment;
    return (
      <span className={styles.counter}>
        {characters}/{room} · <Trans>{count} SMS</Trans>
      </span>
    );
  }
  if (limit === undefined || used < limit * SHOWN_FROM) return null;
  return (
    <span className={used > limit ? styles.counterOver : styles.counter}>
      {used > limit ? <Trans>{used - limit} too many</Trans> : `${used}/${limit}`}
    </span>
  );
}
