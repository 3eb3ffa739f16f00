import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Link } from '@tanstack/react-router';
import { Bookmark, Plus, Users } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ChannelIcon, Count, cx, IconButton } from '../../../kit/index.ts';
import type { StandardViewId } from '../queries/chat-query.ts';
import { type Counts, useCounts } from '../queries/counts.ts';
import { useChannels, useMentions, useViews } from '../queries/directory.ts';
import type { InboxSearch } from '../queries/search-params.ts';
import { useInboxQuery } from '../queries/use-inbox.ts';
import { SavedViewMenu } from './SavedViewMenu.tsx';
import styles from './ViewLinks.module.css';
import { useCountText, VIEW_NAMES } from './view-names.tsx';

const SaveViewDialog = lazy(() => import('./SaveViewDialog.tsx').then(({ SaveViewDialog }) => ({ default: SaveViewDialog })));

/** All views with their counters: standard ones, saved ones, and open chats by channel. */
export function ViewLinks({ onChosen }: { onChosen?: () => void }) {
  const { t, i18n } = useLingui();
  const inbox = useInboxQuery();
  const [views, channels, counts, mentions] = [useViews(), useChannels(), useCounts(inbox), useMentions()];
  const [isSaving, setSaving] = useState(false);
  const { view, search } = inbox;
  const link = { counts, onChosen };
  return (
    <>
      <ul className={styles.views}>
        {Object.entries(VIEW_NAMES).map(([id, { name, icon: Icon }]) => (
          <ViewLink
            {...link}
            key={id}
            id={id as StandardViewId}
            name={i18n._(name)}
            icon={<Icon size={16} aria-hidden />}
            search={{ view: id }}
            isCurrent={view === id && !search.channel}
            {...(id === 'mentions' && { count: { count: mentions.unread, isAtLeast: false } })}
          />
        ))}
      </ul>
      <h2 className={styles.title}>
        {t`Saved views`}
        <IconButton
          size="small"
          label={t`Save this view`}
          icon={<Plus size={14} aria-hidden />}
          onClick={() => setSaving(true)}
        />
      </h2>
      {views.length === 0 && <p className={styles.hint}>{t`Filter the list, then save it here.`}</p>}
      <ul className={styles.views}>
        {views.map((saved) => (
          <ViewLink
            {...link}
            key={saved.id}
            id={saved.id}
            name={saved.name}
            icon={saved.sharedWith === 'nobody' ? <Bookmark size={16} aria-hidden /> : <Users size={16} aria-hidden />}
            search={{ view: saved.id }}
            isCurrent={view === saved.id}
            menu={<SavedViewMenu view={saved} />}
          />
        ))}
      </ul>
      <h2 className={styles.title}>{t`Channels`}</h2>
      <ul className={styles.views}>
        {channels.map(({ id, name, type }) => (
          <ViewLink
            {...link}
            key={id}
            id={id}
            name={name}
            icon={<ChannelIcon type={type} size={18} />}
            search={{ view: 'open', channel: id }}
            isCurrent={search.channel === id && view === 'open'}
          />
        ))}
      </ul>
      <Suspense>{isSaving && <SaveViewDialog onClose={() => setSaving(false)} />}</Suspense>
    </>
  );
}

type LinkProps = {
  id: string;
  name: string;
  icon: ReactNode;
  search: InboxSearch;
  isCurrent: boolean;
  counts: Counts;
  count?: types.ChatCount;
  menu?: ReactNode;
  onChosen?: (() => void) | undefined;
};

function ViewLink({ id, name, icon, search, isCurrent, counts, count, menu, onChosen }: LinkProps) {
  const countText = useCountText();
  return (
    <li className={cx(styles.item, Boolean(menu) && styles.hasMenu)}>
      <Link
        className={styles.view}
        to="/inbox"
        search={search}
        aria-current={isCurrent ? 'page' : undefined}
        activeProps={{}}
        activeOptions={{ exact: true }}
        preload={false}
        onClick={onChosen}
      >
        {icon}
        <bdi className={styles.name}>{name}</bdi>
        <Count>{countText(count ?? counts[id])}</Count>
      </Link>
      {menu && <span className={styles.menu}>{menu}</span>}
    </li>
  );
}
