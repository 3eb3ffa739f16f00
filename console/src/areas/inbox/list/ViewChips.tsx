import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { STANDARD_VIEWS } from '../queries/chat-query.ts';
import type { Counts } from '../queries/counts.ts';
import { useViews } from '../queries/directory.ts';
import type { InboxQuery } from '../queries/use-inbox.ts';
import styles from './ViewChips.module.css';
import { useCountText, VIEW_NAMES } from './view-names.tsx';

/** The views as a row to swipe through, on a phone. The chosen one comes first. */
export function ViewChips({ inbox, counts }: { inbox: InboxQuery; counts: Counts }) {
  const { t, i18n } = useLingui();
  const countText = useCountText();
  const standard = (Object.keys(STANDARD_VIEWS) as (keyof typeof STANDARD_VIEWS)[]).map((id) => ({
    id,
    name: i18n._(VIEW_NAMES[id].name),
  }));
  const all: { id: string; name: string }[] = [...useViews(), ...standard];
  const chips = [...all.filter(({ id }) => id === inbox.view), ...all.filter(({ id }) => id !== inbox.view)];
  return (
    <nav className={styles.chips} aria-label={t`Views`}>
      {chips.map(({ id, name }) => (
        <Link
          key={id}
          className={styles.chip}
          to="/inbox"
          search={{ view: id }}
          activeProps={{}}
          aria-current={id === inbox.view ? 'page' : undefined}
          preload={false}
        >
          <bdi>{name}</bdi>
          <span>{countText(counts[id])}</span>
        </Link>
      ))}
    </nav>
  );
}
