import { useLingui } from '@lingui/react/macro';
import { Check, ChevronDown, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button, Field, Menu, Textarea, toast } from '../../kit/index.ts';
import type { ContactSearch } from '../queries.ts';
import styles from './Filter.module.css';
import { FilterMistake, parseFilter } from './grammar.ts';
import { highlight, toCurl, toJson, toSdk } from './share.ts';

type Props = { search: ContactSearch; onChange: (query: string | undefined) => void };

/** The filter as text: to read, to write, and to take away as JSON, curl or SDK call. */
export function FilterText({ search, onChange }: Props) {
  const { t } = useLingui();
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <FilterForm query={search.query ?? ''} onChange={onChange} onClose={() => setEditing(false)} />;
  return (
    <div className={styles.text}>
      <code dir="ltr">{search.query ? <Highlighted text={search.query} /> : t`all contacts`}</code>
      <span className={styles.textActions}>
        <Button look="quiet" size="small" onClick={() => setEditing(true)}>{t`Edit as text`}</Button>
        <CopyMenu search={search} />
      </span>
    </div>
  );
}

export function Highlighted({ text }: { text: string }) {
  return highlight(text).map((token, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text is drawn anew as a whole
    <span key={i} className={styles[token.kind]}>
      {token.text}
    </span>
  ));
}

function FilterForm({ query, onChange, onClose }: { query: string; onChange: Props['onChange']; onClose: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState(query);
  const mistake = mistakeIn(text);
  const apply = () => {
    if (mistake) return;
    onChange(text.trim() || undefined);
    onClose();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Field
        label={t`Filter as text`}
        hint={t`For example: and(eq(isSubscribed,true),not(isNull(email)))`}
        error={mistake && t`At character ${mistake.position}: expected ${mistake.expected}.`}
      >
        <Textarea
          dir="ltr"
          rows={3}
          className={styles.code}
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <span className={styles.formActions}>
        <Button size="small" onClick={onClose}>{t`Cancel`}</Button>
        <Button size="small" look="primary" type="submit" disabled={mistake !== undefined} icon={<Check size={14} aria-hidden />}>
          {t`Apply`}
        </Button>
      </span>
    </form>
  );
}

function mistakeIn(text: string): FilterMistake | undefined {
  if (!text.trim()) return undefined;
  try {
    parseFilter(text);
    return undefined;
  } catch (error) {
    if (error instanceof FilterMistake) return error;
    throw error;
  }
}

function CopyMenu({ search }: { search: ContactSearch }) {
  const { t } = useLingui();
  const copy = (text: string): void => void navigator.clipboard.writeText(text).then(() => toast({ text: t`Copied` }));
  return (
    <Menu
      align="end"
      trigger={
        <Button look="quiet" size="small" icon={<Copy size={14} aria-hidden />}>
          {t`Copy`}
          <ChevronDown size={14} aria-hidden />
        </Button>
      }
      items={[
        { label: t`Copy as curl`, onSelect: () => copy(toCurl(location.origin, search)) },
        { label: t`Copy as SDK call`, onSelect: () => copy(toSdk(search)) },
        { label: t`Copy as JSON`, onSelect: () => copy(toJson(search)) },
        { label: t`Copy the filter`, onSelect: () => copy(search.query ?? ''), disabled: !search.query },
        { label: t`Copy the address of this list`, onSelect: () => copy(location.href) },
      ]}
    />
  );
}
