import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MessageSquareText } from 'lucide-react';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { currentOverlay, onOverlay, setOverlay } from '../../actions/overlays.ts';
import type { PaletteGroup } from '../../actions/Palette.tsx';
import { isCallPanelOpen, onCallPanel } from '../../kit/call-panel.ts';
import { Avatar, Dialog } from '../../kit/index.ts';
import { useSession } from '../session/use-session.ts';

const Palette = lazy(() => import('../../actions/Palette.tsx').then(({ Palette }) => ({ default: Palette })));
const ShortcutList = lazy(() => import('../../actions/ShortcutList.tsx').then(({ ShortcutList }) => ({ default: ShortcutList })));
const CallPanel = lazy(() => import('../calls/CallPanel.tsx').then(({ CallPanel }) => ({ default: CallPanel })));

/** What can open over every page; loaded when it opens first. */
export function Overlays() {
  const { t } = useLingui();
  const overlay = useSyncExternalStore(onOverlay, currentOverlay);
  const isPanelOpen = useSyncExternalStore(onCallPanel, isCallPanelOpen);
  const close = () => setOverlay(null);
  return (
    <Suspense>
      {isPanelOpen && <CallPanel />}
      {overlay === 'palette' && <Palette onClose={close} useFound={useFound} />}
      <Dialog
        open={overlay === 'shortcuts'}
        onClose={close}
        wide
        title={t`Keyboard shortcuts`}
        text={t`Choose keys to change them. Shortcuts are kept in this browser and are silent while you type.`}
      >
        <ShortcutList />
      </Dialog>
    </Suspense>
  );
}

const FEWEST_LETTERS = 2;
const MOST_PEOPLE = 5;

/** People that the server finds for the text of the palette, and the way to a search in all messages. */
function useFound(text: string): PaletteGroup[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { client } = useSession();
  const isLong = text.trim().length >= FEWEST_LETTERS;
  const { data } = useQuery({
    queryKey: ['palette', text],
    queryFn: ({ signal }) => client.contacts.search({ search: text, pagination: { page: 0, limit: MOST_PEOPLE } }, { signal }),
    enabled: isLong,
    placeholderData: (before) => before,
  });
  if (!isLong) return [];
  const people = (data?.data ?? []).map((contact) => {
    const { id, phoneNumber, email } = contact;
    const name = contact.fullName ?? contact.displayName ?? phoneNumber ?? email ?? contact.handles[0]?.value ?? id;
    return {
      id,
      title: name,
      hint: [phoneNumber, email].find((reach) => reach && reach !== name) ?? undefined,
      icon: <Avatar id={id} name={name} size={20} />,
      run: () => navigate({ href: `/contacts/${id}` }),
    };
  });
  const search = {
    id: 'search',
    title: t`Search the chats for “${text}”`,
    icon: <MessageSquareText size={16} aria-hidden />,
    run: () => navigate({ to: '/inbox', search: { find: text } }),
  };
  return [
    { title: t`People`, items: people },
    { title: t`Messages`, items: [search] },
  ];
}
