import type { ReactNode } from 'react';
import styles from './Contact.module.css';

/** A part of the details with its heading and one action at its end. */
export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <header className={styles.sectionHead}>
        <h3>{title}</h3>
        {action}
      </header>
      {children}
    </section>
  );
}
