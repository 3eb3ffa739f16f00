import type { ReactNode } from 'react';
import styles from './Section.module.css';
import { SettingsHeader } from './SettingsHeader.tsx';

/** A settings page of sections, one below the other. */
export function SectionPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <SettingsHeader title={title} />
      <div className={styles.body}>{children}</div>
    </div>
  );
}

type SectionProps = { title: string; text?: ReactNode; action?: ReactNode; children?: ReactNode };

/** One subject: what it is at the start, its controls beside it. */
export function Section({ title, text, action, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <div className={styles.about}>
        <h2 className={styles.title}>{title}</h2>
        {text && <p className={styles.text}>{text}</p>}
        {action}
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
