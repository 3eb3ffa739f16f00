import { Plural, Trans } from '@lingui/react/macro';
import styles from './Contact.module.css';

/** What an erasure deletes and what it leaves, before it is confirmed. */
export function ErasureText({ chats }: { chats: number }) {
  return (
    <div className={styles.erasure}>
      <p>
        <strong>
          <Trans>Deleted for ever</Trans>
        </strong>
      </p>
      <ul>
        <li>
          <Trans>Name, addresses, labels, attribute values, notes and drafts, at once</Trans>
        </li>
        <li>
          <Plural
            value={chats}
            _0="Texts of messages and the files that came with them"
            one="Texts and files of the messages in # chat"
            other="Texts and files of the messages in # chats"
          />
        </li>
        <li>
          <Trans>Values in events, in the audit log, in campaigns and automation runs</Trans>
        </li>
        <li>
          <Trans>Messages that wait to be sent are not sent</Trans>
        </li>
      </ul>
      <p>
        <strong>
          <Trans>Stays</Trans>
        </strong>
      </p>
      <ul>
        <li>
          <Trans>Empty chats and messages with their times, so that statistics stay right</Trans>
        </li>
        <li>
          <Trans>What webhooks already delivered, and files that you uploaded or exported: delete them yourself</Trans>
        </li>
      </ul>
      <p>
        <Trans>This cannot be undone. A later message from one of the addresses creates a new contact.</Trans>
      </p>
    </div>
  );
}
