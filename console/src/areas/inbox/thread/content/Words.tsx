import styles from './Content.module.css';
import { linkParts } from './details.ts';

/** A text that somebody wrote, in its own direction, with links. Never HTML. */
export function Words({ text }: { text: string }) {
  return (
    <p className={styles.words} dir="auto">
      {linkParts(text).map((part, index) =>
        part.url ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other key
          <a key={index} href={part.url} target="_blank" rel="noreferrer noopener">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
