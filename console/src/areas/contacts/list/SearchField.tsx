import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { SearchInput } from '../../../kit/index.ts';
import styles from './Contacts.module.css';

const TYPING_MS = 250;

/** The text search. Waits for a pause in typing; Enter searches at once. */
export function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useLingui();
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const apply = (next: string, waitMs: number) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next.trim()), waitMs);
  };
  return (
    <SearchInput
      label={t`Name, number or address`}
      className={styles.find}
      value={text}
      maxLength={200}
      onChange={({ target }) => apply(target.value, TYPING_MS)}
      onKeyDown={({ key }) => key === 'Enter' && apply(text, 0)}
    />
  );
}
