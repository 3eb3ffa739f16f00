import { useLingui } from '@lingui/react/macro';
import { RotateCcw } from 'lucide-react';
import { type KeyboardEvent, useState, useSyncExternalStore } from 'react';
import { type Action, onActions, registeredActions } from '../../../actions/registry.ts';
import { changedShortcuts, keysOf, onShortcuts, setShortcut, shortcutOf } from '../../../actions/shortcuts.ts';
import { Button, Hidden, IconButton, Kbd, Notice, toast } from '../../../kit/index.ts';
import { Section, SectionPage } from '../Section.tsx';
import styles from './Account.module.css';
import { conflictOf, groupsOf } from './shortcut-list.ts';

/** Every action with its keys. A press of the button and then of keys changes them, in this browser. */
export default function ShortcutsPage() {
  const { t, i18n } = useLingui();
  const actions = useSyncExternalStore(onActions, registeredActions);
  useSyncExternalStore(onShortcuts, changedShortcuts);
  const groups = groupsOf(actions, (action) => i18n._(action.group));
  return (
    <SectionPage title={t`Keyboard shortcuts`}>
      {groups.map(({ name, actions: members }) => (
        <Section key={name} title={name}>
          <ul className={styles.rows}>
            {members.map((action) => (
              <Row key={action.id} action={action} all={actions} />
            ))}
          </ul>
        </Section>
      ))}
      <Section
        title={t`Other areas`}
        text={t`Actions of a chat or a contact are listed here while that page is open, and in the command palette with their keys.`}
      >
        <Notice>{t`Shortcuts are silent while you type. Two keys one after the other also work, such as G and then I.`}</Notice>
      </Section>
    </SectionPage>
  );
}

function Row({ action, all }: { action: Action; all: readonly Action[] }) {
  const { t, i18n } = useLingui();
  const [pressed, setPressed] = useState<string | null>(null); // keys so far while a new shortcut is entered
  const keys = shortcutOf(action);
  const title = i18n._(action.title);

  const save = (next: string) => {
    setPressed(null);
    const other = conflictOf(next, action.id, all, shortcutOf);
    if (other) setShortcut(other.id, null);
    setShortcut(action.id, next);
    const otherTitle = other && i18n._(other.title);
    if (otherTitle) toast({ text: t`“${otherTitle}” has no shortcut any more`, undo: () => setShortcut(other.id, next) });
  };
  const listen = (event: KeyboardEvent) => {
    if (pressed === null || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    const next = keysOf(event.nativeEvent);
    if (!next) return;
    if (next === 'escape') return setPressed(null);
    if (next === 'enter' && pressed) return save(pressed);
    if (pressed || next.startsWith('mod+')) return save(pressed ? `${pressed} ${next}` : next);
    setPressed(next);
  };

  return (
    <li className={styles.row}>
      <span className={styles.rowText}>{title}</span>
      {action.id in changedShortcuts() && (
        <IconButton
          size="small"
          label={t`Default for ${title}`}
          icon={<RotateCcw size={14} aria-hidden />}
          onClick={() => setShortcut(action.id, undefined)}
        />
      )}
      {keys && pressed === null && (
        <Button
          size="small"
          look="quiet"
          aria-label={t`Remove the shortcut of ${title}`}
          onClick={() => setShortcut(action.id, null)}
        >
          {t`Remove`}
        </Button>
      )}
      <Button
        size="small"
        className={styles.keys}
        aria-pressed={pressed !== null}
        onKeyDown={listen}
        onClick={() => setPressed(pressed === null ? '' : pressed || null)}
        onBlur={() => (pressed ? save(pressed) : setPressed(null))}
      >
        <Hidden>{pressed === null ? t`Change the shortcut of ${title}` : t`Press the keys for ${title}`} </Hidden>
        {pressed === null ? keys ? <Kbd keys={keys} /> : t`None` : pressed ? <Kbd keys={pressed} /> : t`Press keys`}
      </Button>
    </li>
  );
}
