import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Mark } from '../../app/frame/Mark.tsx';
import { LANGUAGES, type Language, setLanguage } from '../../app/i18n.ts';
import { Button } from '../../kit/index.ts';
import { Art } from './Art.tsx';
import styles from './Gate.module.css';

/** The page around every step of signing in. */
export function Gate({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className={styles.gate}>
      <main className={styles.form}>
        <span className={styles.brand}>
          <Mark size={24} />
          Patchbay
        </span>
        <div className={styles.box}>
          <div className={styles.head}>
            <h1>{title}</h1>
            {text && <p>{text}</p>}
          </div>
          {children}
        </div>
        <Languages />
      </main>
      <aside className={styles.art} aria-label={t`About Patchbay`}>
        <Art />
        <p className={styles.line}>{t`WhatsApp, SMS, email and Instagram. One inbox, on your own server.`}</p>
      </aside>
    </div>
  );
}

function Languages() {
  const { t, i18n } = useLingui();
  return (
    <nav className={styles.languages} aria-label={t`Language`}>
      {(Object.entries(LANGUAGES) as [Language, string][]).map(([language, name]) => (
        <Button
          key={language}
          look="link"
          lang={language}
          aria-current={language === i18n.locale ? 'true' : undefined}
          onClick={() => void setLanguage(language)}
        >
          {name}
        </Button>
      ))}
    </nav>
  );
}

/** A line with words in the middle, between ways to sign in. */
export const Or = ({ children }: { children: ReactNode }) => <div className={styles.or}>{children}</div>;
