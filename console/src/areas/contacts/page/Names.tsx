import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Pencil } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Badge, Button, Field, IconButton, Input, RelativeTime } from '../../../kit/index.ts';
import styles from './Contact.module.css';
import { useContactChange } from './use-contact-change.ts';

/** Name and state of the contact; the name can be edited in place. */
export function Names({ contact, name }: { contact: types.Contact; name: string }) {
  const { t } = useLingui();
  const { can } = useSession();
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <NameForm contact={contact} onClose={() => setEditing(false)} />;
  return (
    <div className={styles.names}>
      <span className={styles.nameLine}>
        <h2 className={styles.name}>
          <bdi>{name}</bdi>
        </h2>
        {can('contacts.write') && (
          <IconButton
            size="small"
            label={t`Edit name`}
            icon={<Pencil size={14} aria-hidden />}
            onClick={() => setEditing(true)}
          />
        )}
      </span>
      {contact.displayName && contact.displayName !== name && (
        <span className={styles.muted}>
          {t`Profile name`}: <bdi>{contact.displayName}</bdi>
        </span>
      )}
      <span className={styles.muted}>
        {t`Created`} <RelativeTime at={contact.createdAt} />
      </span>
      {contact.isSubscribed ? (
        <Badge tone="ok">{t`Subscribed to marketing`}</Badge>
      ) : (
        <Badge tone="warn">{t`Unsubscribed from marketing`}</Badge>
      )}
    </div>
  );
}

function NameForm({ contact, onClose }: { contact: types.Contact; onClose: () => void }) {
  const { t } = useLingui();
  const { client } = useSession();
  const change = useContactChange(contact.id);
  const [firstName, setFirstName] = useState(contact.firstName ?? '');
  const [lastName, setLastName] = useState(contact.lastName ?? '');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const names = { firstName: firstName.trim() || null, lastName: lastName.trim() || null };
    if (await change(t`The name was not saved`, () => client.contacts.update(contact.id, names))) onClose();
  };
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <Field label={t`First name`}>
        <Input value={firstName} maxLength={256} dir="auto" autoFocus onChange={({ target }) => setFirstName(target.value)} />
      </Field>
      <Field label={t`Last name`}>
        <Input value={lastName} maxLength={256} dir="auto" onChange={({ target }) => setLastName(target.value)} />
      </Field>
      <span className={styles.formActions}>
        <Button size="small" onClick={onClose}>{t`Cancel`}</Button>
        <Button size="small" look="primary" type="submit">{t`Save`}</Button>
      </span>
    </form>
  );
}
