import { useLingui } from '@lingui/react/macro';
import { RotateCcw, X } from 'lucide-react';
import { type KeyboardEvent, useState, useSyncExternalStore } from 'react';
import { Hidden } from '../kit/Badge.tsx';
import { Button } from '../kit/Button.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Kbd } from '../kit/Kbd.tsx';
import type { Action } from './registry.ts';
import styles from './ShortcutList.module.css';
import { changedShortcuts, keysOf, onShortcuts, setShortcut, shortcutOf } from './shortcuts.ts';
import { useAvailableActions } from './use-actions.ts';

/** Every action with its keys, which the person can change; kept in this browser. Used by the dialog and by the settings. */
export function ShortcutList() {
  const { i18n } = useLingui();
  const actions = useAvailableActions();
  useSyncExternalStore(onShortcuts, changedShortcuts);
  const [editedId, edit] = useState<string | null>(null);
  return (
    <div className={styles.groups}>
      {[...Map.groupBy(actions, ({ group }) => i18n._(group))].map(([group, members]) => (
        <section key={group}>
          <h3 className={styles.title}>{group}</h3>
          <ul>
            {members.map((action) => (
              <Row
                key={action.id}
                action={action}
                taken={actions}
                isEdited={editedId === action.id}
                onEdit={(isEdited) => edit(isEdited ? action.id : null)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type RowProps = { action: Action; taken: Action[]; isEdited: boolean; onEdit: (isEdited: boolean) => void };

function Row({ action, taken, isEdited, onEdit }: RowProps) {
  const { t, i18n } = useLingui();
  const title = i18n._(action.title);
  const keys = shortcutOf(action);
  const isChanged = action.id in changedShortcuts();
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isEdited || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    const pressed = event.key === 'Escape' ? null : keysOf(event.nativeEvent);
    if (event.key !== 'Escape' && !pressed) return;
    if (pressed) {
      for (const other of taken) if (other.id !== action.id && shortcutOf(other) === pressed) setShortcut(other.id, null);
      setShortcut(action.id, pressed);
    }
    onEdit(false);
  };
  return (
    <li className={styles.row}>
      <span className={styles.name}>{title}</span>
      <Button size="small" look="quiet" onClick={() => onEdit(true)} onBlur={() => onEdit(false)} onKeyDown={onKeyDown}>
        <Hidden>{t`Shortcut of ${title}:`}</Hidden>
        {isEdited ? t`Press keys` : keys ? <Kbd keys={keys} /> : t`None`}
      </Button>
      {keys && (
        <IconButton
          size="small"
          label={t`Remove the shortcut of ${title}`}
          icon={<X size={14} aria-hidden />}
          onClick={() => setShortcut(action.id, null)}
        />
      )}
      {isChanged && (
        <IconButton
          size="small"
          label={t`Bring back the default of ${title}`}
          icon={<RotateCcw size={14} aria-hidden />}
          onClick={() => setShortcut(action.id, undefined)}
        />
      )}
    </li>
  );
}
