import { Plural, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Avatar, Badge, Button, cx } from '../../../kit/index.ts';
import { useFieldTitles } from '../../../people/filter/use-words.ts';
import { useHandleTypes } from '../page/use-handle-types.ts';
import { nameOf } from '../queries.ts';
import styles from './Merge.module.css';
import { type FieldPreview, type MergePreview, type Origin, previewMerge } from './merge-preview.ts';

type Props = { kept: types.Contact; other: types.Contact; onKeep: (id: string) => void };

/** What each contact has and what the merged one will have. Values that are lost are crossed out. */
export function MergeComparison({ kept, other, onKeep }: Props) {
  const { t } = useLingui();
  const titles = useFieldTitles();
  const preview = previewMerge(kept, other);
  const fields = [
    ...preview.names.map((row) => ({ ...row, field: titles[row.field] ?? row.field })),
    ...preview.attributes,
  ].filter(({ kept: mine, other: theirs }) => mine !== null || theirs !== null);
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t`Field`}</th>
            <th scope="col">
              <Person contact={kept} badge={<Badge tone="live">{t`Stays`}</Badge>} />
            </th>
            <th scope="col">
              <Person
                contact={other}
                badge={<Button size="small" onClick={() => onKeep(other.id)}>{t`Keep this one instead`}</Button>}
              />
            </th>
            <th scope="col">{t`Result`}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((row) => (
            <FieldRow key={row.field} row={row} />
          ))}
          <HandlesRow preview={preview} />
          <LabelsRow preview={preview} />
          <ChatsRow preview={preview} />
        </tbody>
      </table>
    </div>
  );
}

function Person({ contact, badge }: { contact: types.Contact; badge: React.ReactNode }) {
  const { t } = useLingui();
  const name = nameOf(contact) ?? t`Unnamed`;
  return (
    <span className={styles.person}>
      <Avatar id={contact.id} name={name} size={28} />
      <bdi>{name}</bdi>
      {badge}
    </span>
  );
}

function FieldRow({ row }: { row: FieldPreview }) {
  const { t } = useLingui();
  const isLost = row.from === 'kept' && row.other !== null;
  return (
    <tr>
      <th scope="row">{row.field}</th>
      <Cell label={t`Stays`} value={row.kept} />
      <Cell label={t`Other`} value={row.other} isLost={isLost} />
      <td data-label={t`Result`}>
        <strong>
          <bdi>{row.result}</bdi>
        </strong>
        {isLost && <span className={styles.note}>{t`The other value is lost.`}</span>}
      </td>
    </tr>
  );
}

function Cell({ label, value, isLost = false }: { label: string; value: string | null; isLost?: boolean }) {
  const { t } = useLingui();
  return (
    <td data-label={label}>
      {value === null ? (
        <span className={styles.muted}>{t({ message: 'None', context: 'no value' })}</span>
      ) : (
        <bdi className={cx(isLost && styles.lost)}>{value}</bdi>
      )}
    </td>
  );
}

type RowProps = { preview: MergePreview };
const of = <T,>(parts: readonly { value: T; from: Origin }[], origin: 'kept' | 'other') =>
  parts.filter(({ from }) => from === origin || from === 'both');

function HandlesRow({ preview: { handles } }: RowProps) {
  const { t } = useLingui();
  const typeNames = useHandleTypes();
  const line = ({ value: { type, value, isPrimary, losesPrimary } }: (typeof handles)[number], isResult: boolean) => (
    <li key={`${type}${value}`}>
      <bdi dir="ltr">{value}</bdi> <span className={styles.muted}>{typeNames[type as types.Handle['type']]}</span>
      {isResult && isPrimary && <Badge>{t`Primary`}</Badge>}
      {isResult && losesPrimary && <span className={styles.note}>{t`No longer primary`}</span>}
    </li>
  );
  return (
    <tr>
      <th scope="row">{t`Addresses`}</th>
      <td data-label={t`Stays`}>
        <ul>{of(handles, 'kept').map((part) => line(part, false))}</ul>
      </td>
      <td data-label={t`Other`}>
        <ul>{of(handles, 'other').map((part) => line(part, false))}</ul>
      </td>
      <td data-label={t`Result`}>
        <ul>{handles.map((part) => line(part, true))}</ul>
      </td>
    </tr>
  );
}

function LabelsRow({ preview: { labels } }: RowProps) {
  const { t } = useLingui();
  const names = (parts: typeof labels) => parts.map(({ value }) => value.name).join(', ') || null;
  if (labels.length === 0) return null;
  return (
    <tr>
      <th scope="row">{t`Labels`}</th>
      <Cell label={t`Stays`} value={names(of(labels, 'kept'))} />
      <Cell label={t`Other`} value={names(of(labels, 'other'))} />
      <td data-label={t`Result`}>
        <strong>
          <bdi>{names(labels)}</bdi>
        </strong>
      </td>
    </tr>
  );
}

function ChatsRow({ preview: { chats } }: RowProps) {
  const { t } = useLingui();
  const count = (value: number) => <Plural value={value} _0="no chats" one="# chat" other="# chats" />;
  return (
    <tr>
      <th scope="row">{t`Chats, messages, notes`}</th>
      <td data-label={t`Stays`}>{count(chats.kept)}</td>
      <td data-label={t`Other`}>{count(chats.other)}</td>
      <td data-label={t`Result`}>
        <strong>{count(chats.kept + chats.other)}</strong>
        <span className={styles.note}>{t`Consent stays with each address. The id of the other contact leads here.`}</span>
      </td>
    </tr>
  );
}
