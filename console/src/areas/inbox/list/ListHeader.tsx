import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { PanelLeft, Search, X } from 'lucide-react';
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Count, Dialog, IconButton, PageHeader, SearchInput } from '../../../kit/index.ts';
import { type InboxQuery, useSetSearch } from '../queries/use-inbox.ts';
import styles from './ListHeader.module.css';
import { ViewLinks } from './ViewLinks.tsx';
import { useCountText, useViewName } from './view-names.tsx';

type Props = { inbox: InboxQuery; total: types.ChatCount | undefined; search: Ref<Focusable> };

export type Focusable = { focus: () => void };

/** The name of the view with its counter, or the search field. */
export function ListHeader({ inbox, total, search }: Props) {
  const { t } = useLingui();
  const name = useViewName(inbox);
  const countText = useCountText();
  const [isSearching, setSearching] = useState(inbox.search.find !== undefined);
  const own = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isSearching) own.current?.focus();
  }, [isSearching]);
  // The shortcut opens the field first.
  useImperativeHandle(search, () => ({ focus: () => (isSearching ? own.current?.focus() : setSearching(true)) }), [isSearching]);
  if (isSearching || inbox.search.find)
    return <SearchHeader find={inbox.search.find ?? ''} input={own} onClose={() => setSearching(false)} />;
  return (
    <PageHeader title={<bdi>{name}</bdi>} meta={<Count>{countText(total)}</Count>} lead={<ViewsDrawer />}>
      <IconButton
        label={t`Search messages`}
        shortcut="/"
        icon={<Search size={16} aria-hidden />}
        onClick={() => setSearching(true)}
      />
    </PageHeader>
  );
}

/** The pause after which a search begins. */
const TYPING_MS = 250;

function SearchHeader({
  find,
  input,
  onClose,
}: {
  find: string;
  input: RefObject<HTMLInputElement | null>;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const setSearch = useSetSearch();
  const [text, setText] = useState(find);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === find) return;
    const timer = setTimeout(() => setSearch({ find: wanted || undefined }, { replace: true }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, find, setSearch]);
  const close = () => {
    setSearch({ find: undefined });
    onClose();
  };
  return (
    <header className={styles.search}>
      <SearchInput
        ref={input}
        label={t`Search names and messages`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      />
      <IconButton label={t`End search`} icon={<X size={16} aria-hidden />} onClick={close} />
    </header>
  );
}

/** The views below 1024 px, where they have no pane. */
function ViewsDrawer() {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <span className={styles.drawer}>
      <IconButton label={t`Views`} icon={<PanelLeft size={16} aria-hidden />} onClick={() => setOpen(true)} />
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t`Views`}>
        <nav aria-label={t`Views`}>
          <ViewLinks onChosen={() => setOpen(false)} />
        </nav>
      </Dialog>
    </span>
  );
}
