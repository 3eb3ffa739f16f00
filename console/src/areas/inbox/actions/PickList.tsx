import { useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { cx, SearchInput } from '../../../kit/index.ts';
import styles from './PickList.module.css';

export type Pick = { value: string; label: string; icon?: ReactNode; hint?: ReactNode; isChosen?: boolean };

type Props = { name: string; picks: readonly Pick[]; onPick: (value: string) => void; empty?: ReactNode };

/** A list to choose from by typing and arrow keys, in a popover or a dialog. */
export function PickList({ name, picks, onPick, empty }: Props) {
  const { t } = useLingui();
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const found = picks.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((active + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter' && found[active]) onPick(found[active].value);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.picker}>
      <SearchInput
        label={name}
        value={text}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={found[active] && `${id}-${active}`}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        autoFocus // the list was opened to choose from it
      />
      <div role="listbox" id={id} aria-label={name} className={styles.list}>
        {found.map((pick, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus and names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the text field
          <div
            key={pick.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={cx(styles.pick, index === active && styles.active)}
            ref={index === active ? (node) => node?.scrollIntoView({ block: 'nearest' }) : undefined}
            onPointerMove={() => setActive(index)}
            onClick={() => onPick(pick.value)}
          >
            {pick.icon}
            <bdi className={styles.label}>{pick.label}</bdi>
            {pick.hint && <span className={styles.hint}>{pick.hint}</span>}
            {pick.isChosen && <Check size={14} aria-label={t`chosen`} />}
          </div>
        ))}
        {found.length === 0 && <p className={styles.none}>{empty ?? t`Nothing found`}</p>}
      </div>
    </div>
  );
}
