import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { MoreHorizontal, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Badge, confirm, IconButton, Menu, toast } from '../../../kit/index.ts';
import { AddHandleDialog } from './AddHandleDialog.tsx';
import styles from './Contact.module.css';
import { Section } from './Section.tsx';
import { useContactChange } from './use-contact-change.ts';
import { useHandleTypes } from './use-handle-types.ts';

/** The addresses of a contact: add, make primary, remove. */
export function Handles({ contact }: { contact: types.Contact }) {
  const { t } = useLingui();
  const { can } = useSession();
  const [isAdding, setAdding] = useState(false);
  const isWriter = can('contacts.write');
  return (
    <Section
      title={t`Addresses`}
      action={
        isWriter && (
          <IconButton
            size="small"
            label={t`Add an address`}
            icon={<Plus size={14} aria-hidden />}
            onClick={() => setAdding(true)}
          />
        )
      }
    >
      {contact.handles.length === 0 && <p className={styles.muted}>{t`No address: nothing can be sent to this contact.`}</p>}
      <ul className={styles.lines}>
        {contact.handles.map((handle) => (
          <HandleLine key={handle.id} contact={contact} handle={handle} isWriter={isWriter} />
        ))}
      </ul>
      <AddHandleDialog contact={contact} open={isAdding} onClose={() => setAdding(false)} />
    </Section>
  );
}

type LineProps = { contact: types.Contact; handle: types.Handle; isWriter: boolean };

function HandleLine({ contact, handle, isWriter }: LineProps) {
  const { t } = useLingui();
  const { client } = useSession();
  const change = useContactChange(contact.id);
  const handleTypes = useHandleTypes();
  const { type, value, isPrimary, hasChats } = handle;
  const add = (primary: boolean) => client.contacts.addHandle(contact.id, { type, value, isPrimary: primary });
  const makePrimary = () => change(t`The address was not changed`, () => add(true));
  const remove = async () => {
    const isConfirmed = await confirm({
      title: t`Remove ${value}?`,
      text: t`Its consent history goes with it. Messages from this address will create a new contact.`,
      confirm: t`Remove address`,
      danger: true,
    });
    if (!isConfirmed) return;
    if (await change(t`The address was not removed`, () => client.contacts.removeHandle(contact.id, handle.id)))
      toast({ text: t`Address removed`, undo: () => change(t`The address was not added again`, () => add(isPrimary)) });
  };
  return (
    <li className={styles.line}>
      <span className={styles.lineText}>
        <span className={styles.muted}>{handleTypes[type]}</span>
        <bdi dir="ltr" className={styles.value}>
          {value}
        </bdi>
      </span>
      {isPrimary && <Badge>{t`Primary`}</Badge>}
      {isWriter && (
        <Menu
          align="end"
          trigger={<IconButton size="small" label={t`Actions for ${value}`} icon={<MoreHorizontal size={14} aria-hidden />} />}
          items={[
            { label: t`Copy`, onSelect: () => void navigator.clipboard.writeText(value).then(() => toast({ text: t`Copied` })) },
            { label: t`Make primary`, onSelect: () => void makePrimary(), disabled: isPrimary },
            'line',
            {
              label: t`Remove`,
              onSelect: () => void remove(),
              danger: true,
              disabled: hasChats,
              hint: hasChats ? t`has chats` : undefined,
            },
          ]}
        />
      )}
    </li>
  );
}
