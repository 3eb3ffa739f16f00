import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { cx } from '../kit/cx.ts';
import dialog from '../kit/Dialog.module.css';
import { Kbd } from '../kit/Kbd.tsx';
import popup from '../kit/Popup.module.css';
import { matchScore, splitMatch } from './find.ts';
import styles from './Palette.module.css';
import { shortcutOf } from './shortcuts.ts';
import { useAvailableActions } from './use-actions.ts';

export type PaletteItem = {
  id: string;
  title: string;
  hint?: string | undefined;
  icon?: ReactNode;
  shortcut?: string | undefined;
  run: () => unknown;
};
export type PaletteGroup = { title: string; items: PaletteItem[] };

type Props = {
  onClose: () => void;
  /** Groups of what the server finds, for example people; called with the text as it changes. */
  useFound: (text: string) => PaletteGroup[];
};

const MOST_ITEMS = 60;

/** Every action that can run now, found by typing; and people and chats. */
export function Palette({ onClose, useFound }: Props) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const query = useDeferredValue(text);
  const groups = [...useActionGroups(query), ...useFound(query)].filter(({ items }) => items.length > 0);
  const run = (item: PaletteItem) => {
    onClose();
    setTimeout(() => void item.run()); // after the focus went back to where it was
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.scrim} />
        <Dialog.Popup className={cx(dialog.dialog, styles.palette)} aria-label={t`Command palette`}>
          <Autocomplete.Root
            open
            inline
            mode="none"
            autoHighlight="always"
            keepHighlight
            items={groups}
            value={text}
            onValueChange={(value, { reason }) => reason !== 'item-press' && setText(value)}
            itemToStringValue={(item: PaletteItem) => item.title}
          >
            <div className={styles.input}>
              <Search size={20} aria-hidden />
              <Autocomplete.Input placeholder={t`Search or run`} aria-label={t`Search or run`} />
            </div>
            <div className={styles.body}>
              <Autocomplete.Empty className={popup.empty}>{t`Nothing for “${query}”. Try another word.`}</Autocomplete.Empty>
              <Autocomplete.List>
                {(group: PaletteGroup) => (
                  <Autocomplete.Group key={group.title} items={group.items}>
                    <Autocomplete.GroupLabel className={popup.head}>{group.title}</Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(item: PaletteItem) => (
                        <Autocomplete.Item
                          key={item.id}
                          value={item}
                          className={cx(popup.item, styles.item)}
                          onClick={() => run(item)}
                        >
                          <ItemContent item={item} query={query} />
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </div>
            <footer className={styles.foot}>
              <span>
                <Kbd keys="enter" /> {t`Run`}
              </span>
              <span>
                <Kbd keys="escape" /> {t`Close`}
              </span>
            </footer>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function ItemContent({ item, query }: { item: PaletteItem; query: string }) {
  const [before, match, after] = splitMatch(item.title, query);
  return (
    <>
      {item.icon ?? <span className={styles.noIcon} />}
      <span className={popup.itemText}>
        <bdi>
          {before}
          <mark className={styles.match}>{match}</mark>
          {after}
        </bdi>
        {item.hint && <bdi className={styles.hint}>{item.hint}</bdi>}
      </span>
      {item.shortcut && <Kbd keys={item.shortcut} />}
    </>
  );
}

/** The actions that match, best first, under their headings. */
function useActionGroups(query: string): PaletteGroup[] {
  const { i18n } = useLingui();
  const scored = useAvailableActions()
    .map((action) => {
      const title = i18n._(action.title);
      const group = i18n._(action.group);
      return { action, title, group, score: matchScore(`${title} ${action.keywords ?? ''} ${group}`, query) };
    })
    .filter((entry) => entry.score !== null)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || (a.action.rank ?? 0) - (b.action.rank ?? 0))
    .slice(0, MOST_ITEMS);
  return [...Map.groupBy(scored, ({ group }) => group)].map(([title, entries]) => ({
    title,
    items: entries.map(({ action, title }) => {
      const { icon: Icon } = action;
      return {
        id: action.id,
        title,
        icon: Icon && <Icon size={16} aria-hidden />,
        shortcut: shortcutOf(action),
        run: action.run,
      };
    }),
  }));
}
