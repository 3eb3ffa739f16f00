import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { type MouseEvent, memo } from 'react';
import { Avatar, Checkbox, cx } from '../../../kit/index.ts';
import { nameOf } from '../queries.ts';
import styles from './Contacts.module.css';
import { ContactCell, Labels } from './cells.tsx';

type Props = {
  contact: types.Contact;
  columns: string[];
  channelTypes: ReadonlyMap<string, string>;
  /** The types of attribute columns. */
  kinds: ReadonlyMap<string, string>;
  rowIndex: number;
  isSelected: boolean;
  onToggle: (withRange: boolean) => void;
};

/** One row. On narrow screens it has the name, the address and labels in two lines. */
export const ContactRow = memo(function ContactRow({
  contact,
  columns,
  channelTypes,
  kinds,
  rowIndex,
  isSelected,
  onToggle,
}: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const name = nameOf(contact) ?? t`Unnamed`;
  const open = () => void navigate({ to: '/contacts/$contactId', params: { contactId: contact.id } });
  const selectRange = (event: MouseEvent) => {
    if (!event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    onToggle(true);
  };
  return (
    <tr aria-rowindex={rowIndex} className={cx(isSelected && styles.selected)} onClick={open}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: holds the click back from the row; the box inside takes keys */}
      <td className={styles.box} onClick={(event) => event.stopPropagation()}>
        <span onClickCapture={selectRange}>
          <Checkbox name={t`Select ${name}`} checked={isSelected} onChange={() => onToggle(false)} />
        </span>
      </td>
      <td>
        <span className={styles.name}>
          <Avatar id={contact.id} name={name} size={24} />
          <Link
            to="/contacts/$contactId"
            params={{ contactId: contact.id }}
            className={styles.nameLink}
            onClick={(event) => event.stopPropagation()}
          >
            <bdi>{name}</bdi>
          </Link>
        </span>
        <span className={styles.second}>
          <span dir="ltr" className={styles.cut}>
            {contact.phoneNumber ?? contact.email}
          </span>
          <Labels labels={contact.labels} />
        </span>
      </td>
      {columns.map((column) => (
        <td key={column} className={styles.wideCell} data-column={column} data-kind={kinds.get(column)}>
          <ContactCell column={column} contact={contact} channelTypes={channelTypes} />
        </td>
      ))}
    </tr>
  );
});
