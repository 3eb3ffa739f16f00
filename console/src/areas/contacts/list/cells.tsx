import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { ChannelIcon, RelativeTime } from '../../../kit/index.ts';
import { AttributeValue } from '../page/AttributeValue.tsx';
import styles from './Contacts.module.css';

/** The channel types on which each type of address can be reached. */
const channelOfHandle: Partial<Record<types.Handle['type'], string>> = {
  email: 'email',
  instagram_id: 'instagram',
  whatsapp_user_id: 'whatsapp',
};

const MOST_LABELS = 3;

type Props = { column: string; contact: types.Contact; channelTypes: ReadonlyMap<string, string> };

/** One cell of the table by the name of its column. */
export function ContactCell({ column, contact, channelTypes }: Props) {
  const { t } = useLingui();
  switch (column) {
    case 'channels':
      return <Channels contact={contact} channelTypes={channelTypes} />;
    case 'phoneNumber':
      return <Text value={contact.phoneNumber} />;
    case 'email':
      return <Text value={contact.email} />;
    case 'labels':
      return <Labels labels={contact.labels} />;
    case 'isSubscribed':
      return contact.isSubscribed ? t`yes` : <span className={styles.muted}>{t`no`}</span>;
    case 'createdAt':
    case 'updatedAt':
      return <RelativeTime at={contact[column]} />;
    default: {
      const attribute = contact.attributes.find(({ externalId }) => column === `attributes.${externalId}`);
      return attribute ? <AttributeValue type={attribute.type} value={attribute.value} /> : <None />;
    }
  }
}

function None() {
  const { t } = useLingui();
  return <span className={styles.muted}>{t({ message: 'None', context: 'no value' })}</span>;
}

const Text = ({ value }: { value: string | null }) =>
  value === null ? (
    <None />
  ) : (
    <span dir="ltr" className={styles.cut}>
      {value}
    </span>
  );

function Channels({ contact, channelTypes }: Omit<Props, 'column'>) {
  const ofChats = contact.chats.map(({ channelId }) => channelTypes.get(channelId));
  const ofHandles = contact.handles.map(({ type }) => channelOfHandle[type]);
  const known = [...new Set([...ofChats, ...ofHandles])].filter((type) => type !== undefined);
  return (
    <span className={styles.marks}>
      {known.map((type) => (
        <ChannelIcon key={type} type={type} />
      ))}
      {known.length === 0 && <None />}
    </span>
  );
}

export function Labels({ labels }: { labels: types.Contact['labels'] }) {
  const rest = labels.length - MOST_LABELS;
  return (
    <span className={styles.marks}>
      {labels.slice(0, MOST_LABELS).map(({ id, name }) => (
        <span key={id} className={styles.label}>
          <bdi>{name}</bdi>
        </span>
      ))}
      {rest > 0 && <span className={styles.muted}>+{rest}</span>}
    </span>
  );
}
