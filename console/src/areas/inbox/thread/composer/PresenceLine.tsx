import { Trans, useLingui } from '@lingui/react/macro';
import { Avatar } from '../../../../kit/index.ts';
import { usePresent } from '../../../../live/chats/use-chats.ts';
import styles from './Composer.module.css';

/** The colleagues who write in this chat or look at it. The live region reads it, so this one is silent. */
export function PresenceLine({ chatId }: { chatId: string }) {
  const { i18n } = useLingui();
  const present = usePresent(chatId);
  const typing = present.filter(({ state }) => state === 'typing');
  const shown = typing.length > 0 ? typing : present;
  if (shown.length === 0) return null;
  const names = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(shown.map(({ name }) => name));
  return (
    <div className={typing.length > 0 ? styles.presence : styles.presenceQuiet}>
      {shown.slice(0, 3).map(({ id, name }) => (
        <Avatar key={id} id={id} name={name} size={20} />
      ))}
      {typing.length > 1 ? (
        <Trans>{names} are replying</Trans>
      ) : typing.length === 1 ? (
        <Trans>{names} is replying</Trans>
      ) : shown.length > 1 ? (
        <Trans>{names} are here</Trans>
      ) : (
        <Trans>{names} is here</Trans>
      )}
      {typing.length > 0 && (
        <span className={styles.dots} aria-hidden>
          <i />
          <i />
          <i />
        </span>
      )}
    </div>
  );
}
