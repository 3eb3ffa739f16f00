import { Trans, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { IconButton, Menu, toast, toastError } from '../../../kit/index.ts';
import { fieldValue, shownValue, storedValue } from './attribute-value.ts';
import styles from './Panel.module.css';
import { useAttributes } from './queries.ts';

const Select = lazy(() => import('../../../kit/Select.tsx').then(({ Select }) => ({ default: Select })));

type Entry = { id: string; name: string; type: types.Attribute['type']; value: unknown };

/** The attributes of the contact. A click on a value edits it in its place; Enter or leaving the field saves. */
export function Attributes({ contact }: { contact: types.Contact }) {
  const { t } = useLingui();
  const { can } = useSession();
  const definitions = useAttributes();
  const save = useSave(contact);
  const [editing, setEditing] = useState<string | null>(null);
  const filled = contact.attributes.filter(({ value }) => value !== null && value !== '');
  const isQuick = ({ id, isVisibleQuickEdit }: types.Attribute) => isVisibleQuickEdit && !filled.some((one) => one.id === id);
  const shown: Entry[] = [...filled, ...definitions.filter(isQuick).map((one) => ({ ...one, value: null }))];
  const others = definitions.filter(({ id }) => !shown.some((one) => one.id === id) && id !== editing);
  const added = definitions.find(({ id }) => id === editing && !shown.some((one) => one.id === id));
  const all = added ? [...shown, { ...added, value: null }] : shown;
  const isEditable = can('contacts.write');
  return (
    <section className={styles.section}>
      <h3 className={styles.head}>
        <Trans>Attributes</Trans>
        {isEditable && others.length > 0 && (
          <Menu
            align="end"
            trigger={<IconButton size="small" label={t`Add attribute`} icon={<Plus size={14} aria-hidden />} />}
            items={others.map(({ id, name }) => ({ label: name, onSelect: () => setEditing(id) }))}
          />
        )}
      </h3>
      {all.length === 0 && (
        <p className={styles.none}>
          <Trans>No attributes yet.</Trans>
        </p>
      )}
      <dl className={styles.facts}>
        {all.map((entry) => (
          <div key={entry.id} className={styles.fact}>
            <dt dir="auto">{entry.name}</dt>
            <dd>
              {editing === entry.id ? (
                <ValueField
                  entry={entry}
                  options={definitions.find(({ id }) => id === entry.id)?.options ?? []}
                  onEnd={(value) => {
                    setEditing(null);
                    if (value !== undefined) void save(entry, value);
                  }}
                />
              ) : (
                <Value entry={entry} onEdit={isEditable ? () => setEditing(entry.id) : undefined} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Value({ entry, onEdit }: { entry: Entry; onEdit: (() => void) | undefined }) {
  const { t, i18n } = useLingui();
  const text = shownValue(entry.value, entry.type, i18n.locale);
  if (!onEdit) return <bdi>{text || '–'}</bdi>;
  return (
    <button type="button" className={styles.edit} onClick={onEdit} aria-label={t`Edit ${entry.name}: ${text || t`empty`}`}>
      <bdi>{text || <span className={styles.none}>{t`Add`}</span>}</bdi>
    </button>
  );
}

const INPUT_TYPES: Partial<Record<Entry['type'], string>> = {
  number: 'text',
  date: 'date',
  datetime: 'datetime-local',
  url: 'url',
  email: 'email',
  phone: 'tel',
};

/** `onEnd` gets the new value, or undefined if nothing changes. */
function ValueField({ entry, options, onEnd }: { entry: Entry; options: readonly string[]; onEnd: (value: unknown) => void }) {
  const { t } = useLingui();
  const before = fieldValue(entry.value, entry.type);
  const [text, setText] = useState(before);
  const end = (next: string) => onEnd(next === before ? undefined : storedValue(next, entry.type));
  if (entry.type === 'select' || entry.type === 'boolean') {
    const choices =
      entry.type === 'boolean'
        ? [
            { value: 'true', label: t`Yes` },
            { value: 'false', label: t`No` },
          ]
        : options.map((value) => ({ value, label: value }));
    return (
      <Suspense>
        <Select name={entry.name} value={text || null} options={choices} placeholder={t`Choose`} onChange={end} />
      </Suspense>
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') end(text);
    if (event.key === 'Escape') onEnd(undefined);
  };
  return (
    <input
      className={styles.input}
      type={INPUT_TYPES[entry.type] ?? 'text'}
      aria-label={entry.name}
      value={text}
      // biome-ignore lint/a11y/noAutofocus: the field replaces the button that was pressed
      autoFocus
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(text)}
      onKeyDown={onKeyDown}
    />
  );
}

function useSave(contact: types.Contact): (entry: Entry, value: unknown) => Promise<void> {
  const { t } = useLingui();
  const { client } = useSession();
  const queryClient = useQueryClient();
  const write = async (id: string, value: unknown) =>
    queryClient.setQueryData(['contact', contact.id], await client.contacts.update(contact.id, { attributes: [{ id, value }] }));
  return async ({ id, name, value: before }, value) => {
    try {
      await write(id, value);
      toast({ text: t`${name} changed`, undo: () => write(id, before ?? null) });
    } catch (error) {
      toastError(t`${name} was not changed`, error);
    }
  };
}
