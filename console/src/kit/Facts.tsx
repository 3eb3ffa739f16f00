import { Fragment, type ReactNode } from 'react';
import styles from './Facts.module.css';

/** Names and their values, below each other. Rows without a value are left out. */
export const Facts = ({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {rows
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
);

/** A key, a text or another value of JSON. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Text in a fixed width; what looks like JSON has colours. `label` is its accessible name. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas can be focused
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark of the page
    <pre className={styles.code} dir="ltr" role="region" aria-label={label} tabIndex={0}>
      {/^\s*[[{]/m.test(text) ? coloured(text) : text}
    </pre>
  );
}

function coloured(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [whole, string, colon] = match;
    parts.push(text.slice(end, match.index));
    const style = string === undefined ? styles.other : colon === undefined ? styles.string : styles.key;
    parts.push(
      <span key={match.index} className={style}>
        {whole}
      </span>,
    );
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}
