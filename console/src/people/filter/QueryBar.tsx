import { Plural, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useMemo, useState } from 'react';
import { Button, IconButton, Notice } from '../../kit/index.ts';
import { type ContactSearch, useAttributes } from '../queries.ts';
import { ConditionChip } from './ConditionChip.tsx';
import { newCondition } from './ConditionEditor.tsx';
import { type Condition, type Conditions, toConditions, toFilterText } from './conditions.ts';
import styles from './Filter.module.css';
import { FilterText } from './FilterText.tsx';
import { type FilterField, filterFields } from './fields.ts';

type Props = {
  /** Above the chips: the search field of narrow screens. */
  lead?: ReactNode;
  search: ContactSearch;
  total: number | undefined;
  onQuery: (query: string | undefined) => void;
  onClear: () => void;
};

/** Chips for the filter in the address, and its text. Unfinished chips are not in the address yet. */
export function QueryBar({ lead, search, total, onQuery, onClear }: Props) {
  const { t } = useLingui();
  const attributes = useAttributes();
  const fields = useMemo(() => filterFields(attributes ?? []), [attributes]);
  const { draft, setDraft } = useDraft(search.query, onQuery);
  const isActive = Boolean(search.query || search.search);
  return (
    <section className={styles.bar} aria-label={t`Filter`}>
      {lead}
      <div className={styles.chips}>
        {draft ? (
          <Chips conditions={draft} fields={fields} onChange={setDraft} />
        ) : (
          <Notice>{t`This filter is nested deeper than chips can show. Change it as text.`}</Notice>
        )}
        <span className={styles.end}>
          {total !== undefined && isActive && (
            <span className={styles.total} role="status">
              <Plural value={total} one="# contact matches" other="# contacts match" />
            </span>
          )}
          {isActive && <Button look="quiet" size="small" onClick={onClear}>{t`Clear`}</Button>}
        </span>
      </div>
      {isActive && <FilterText search={search} onChange={onQuery} />}
    </section>
  );
}

/** The chips while they are edited. The address follows them; another address (back button, text) replaces them. */
function useDraft(query: string | undefined, onQuery: Props['onQuery']) {
  const [draft, setDraft] = useState(() => readConditions(query));
  useEffect(() => {
    setDraft((current) => (current && toFilterText(current) === query ? current : readConditions(query)));
  }, [query]);
  const change = (next: Conditions) => {
    setDraft(next);
    const text = toFilterText(next);
    if (text !== query) onQuery(text);
  };
  return { draft, setDraft: change };
}

function readConditions(query: string | undefined): Conditions | undefined {
  try {
    return toConditions(query);
  } catch {
    return undefined; // a mistake in the address: the server's answer says what it is
  }
}

type ChipsProps = { conditions: Conditions; fields: readonly FilterField[]; onChange: (conditions: Conditions) => void };

function Chips({ conditions, fields, onChange }: ChipsProps) {
  const { t } = useLingui();
  const [fresh, setFresh] = useState<string | null>(null);
  const [first] = fields;
  const setGroup = (at: number, group: Condition[]) =>
    onChange(conditions.map((one, i) => (i === at ? group : one)).filter((one) => one.length > 0));
  const add = (at: number) => {
    if (!first) return;
    const group = conditions[at] ?? [];
    setFresh(`${at}.${group.length}`);
    onChange([...conditions.slice(0, at), [...group, newCondition(first)], ...conditions.slice(at + 1)]);
  };
  return (
    <>
      {conditions.map((group, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: chips have no identity but their place
        <Fragment key={i}>
          {i > 0 && <span className={styles.joiner}>{t`and`}</span>}
          <Group at={i} group={group} fields={fields} fresh={fresh} onChange={(next) => setGroup(i, next)} onAdd={() => add(i)} />
        </Fragment>
      ))}
      <Button look="quiet" size="small" icon={<Plus size={14} aria-hidden />} onClick={() => add(conditions.length)}>
        {conditions.length === 0 ? t`Add filter` : t`Add condition`}
      </Button>
    </>
  );
}

type GroupProps = {
  at: number;
  group: Condition[];
  fields: readonly FilterField[];
  fresh: string | null;
  onChange: (group: Condition[]) => void;
  onAdd: () => void;
};

function Group({ at, group, fields, fresh, onChange, onAdd }: GroupProps) {
  const { t } = useLingui();
  return (
    <span className={group.length > 1 ? styles.group : styles.single}>
      {group.map((condition, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: chips have no identity but their place
        <Fragment key={i}>
          {i > 0 && <span className={styles.joiner}>{t`or`}</span>}
          <ConditionChip
            condition={condition}
            fields={fields}
            startsOpen={fresh === `${at}.${i}`}
            onChange={(next) => onChange(group.map((one, place) => (place === i ? next : one)))}
            onRemove={() => onChange(group.filter((_, place) => place !== i))}
          />
        </Fragment>
      ))}
      <IconButton size="small" label={t`Add an alternative (or)`} icon={<Plus size={14} aria-hidden />} onClick={onAdd} />
    </span>
  );
}
