import type { ReactNode } from 'react';
import styles from './AreaLayout.module.css';
import { PageHeader } from './Layout.tsx';

type Props = {
  title: string;
  /** The list of pages: groups of links. */
  navigation: ReactNode;
  /** Whether a page is open: below 768 px the list or the page is shown. */
  isOpen: boolean;
  children: ReactNode;
};

/** An area with many pages: their list beside the page that is open; below 768 px one of both. */
export function AreaLayout({ title, navigation, isOpen, children }: Props) {
  return (
    <div className={styles.layout} data-open={isOpen ? '' : undefined}>
      <div className={styles.side}>
        <PageHeader level={2} title={title} />
        <nav className={styles.nav} aria-label={title}>
          {navigation}
        </nav>
      </div>
      <div className={styles.main}>{children}</div>
    </div>
  );
}

/** A few links below a heading. */
export function LinkGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h3 className={styles.groupTitle}>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

/** The class name of a link in the list of pages: an icon and its name. */
export const areaLink = styles.link;
