import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Pencil } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, Field, IconButton, toast } from '../../../kit/index.ts';
import { useAttributes } from '../../../people/queries.ts';
import { AttributeInput } from './AttributeInput.tsx';
import { AttributeValue } from './AttributeValue.tsx';
import { readInput, toInput } from './attribute-input.ts';
import styles from './Contact.module.css';
import { Section } from './Section.tsx';
import { useContactChange } from './use-contact-change.ts';

/** All attributes of the tenant with the values of the contact; each is edited in its place. */
export function Attributes({ contact }: { contact: types.Contact }) {
  const { t } = useLingui();
  const attributes = useAttributes();
  const [editedId, setEditedId] = useState<string | null>(null);
  return (
    <Section title={t`Attributes`}>
      {attributes?.length === 0 && <p className={styles.muted}>{t`No attributes are defined. Add them in the settings.`}</p>}
      <ul className={styles.lines}>
        {attributes?.map((attribute) => {
          const props = { contact, attribute, value: contact.attributes.find(({ id }) => id === attribute.id)?.value ?? null };
          return attribute.id === editedId ? (
            <AttributeForm key={attribute.id} {...props} onClose={() => setEditedId(null)} />
          ) : (
            <AttributeLine key={attribute.id} {...props} onEdit={() => setEditedId(attribute.id)} />
          );
        })}
      </ul>
    </Section>
  );
}

type Props = { contact: types.Contact; attribute: types.Attribute; value: unknown };

function AttributeLine({ attribute, value, onEdit }: Props & { onEdit: () => void }) {
  const { t } = useLingui();
  const { can } = useSession();
  return (
    <li className={styles.line}>
      <span className={styles.lineText}>
        <span className={styles.muted}>{attribute.name}</span>
        <span className={styles.value}>
          {value === null ? (
            <span className={styles.muted}>{t({ message: 'None', context: 'no value' })}</span>
          ) : (
            <AttributeValue type={attribute.type} value={value} />
          )}
        </span>
      </span>
      {can('contacts.write') && (
        <IconButton size="small" label={t`Edit ${attribute.name}`} icon={<Pencil size={14} aria-hidden />} onClick={onEdit} />
      )}
    </li>
  );
}

function AttributeForm({ contact, attribute, value, onClose }: Props & { onClose: () => void }) {
  const { t } = useLingui();
  const { client } = useSession();
  const change = useContactChange(contact.id);
  const [input, setInput] = useState(() => toInput(attribute.type, value));
  const read = readInput(attribute.type, input);
  const faults = {
    number: t`Not a number. Write digits, with a point for decimals.`,
    url: t`Not an address. Begin with https://`,
    email: t`Not an email address, such as ada@example.com.`,
    time: t`Not a date and time.`,
  };
  const set = (next: unknown) => () => client.contacts.update(contact.id, { attributes: [{ id: attribute.id, value: next }] });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if ('fault' in read) return;
    if (!(await change(t`${attribute.name} was not saved`, set(read.value)))) return;
    onClose();
    toast({ text: t`${attribute.name} changed`, undo: () => change(t`${attribute.name} was not changed back`, set(value)) });
  };
  return (
    <li>
      <form
        className={styles.form}
        onSubmit={(event) => void save(event)}
        noValidate
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      >
        <Field
          label={attribute.name}
          hint={attribute.description ?? undefined}
          error={'fault' in read ? faults[read.fault] : undefined}
        >
          <AttributeInput attribute={attribute} value={input} onChange={setInput} autoFocus />
        </Field>
        <span className={styles.formActions}>
          <Button size="small" onClick={onClose}>{t`Cancel`}</Button>
          <Button size="small" look="primary" type="submit" disabled={'fault' in read}>{t`Save`}</Button>
        </span>
      </form>
    </li>
  );
}
