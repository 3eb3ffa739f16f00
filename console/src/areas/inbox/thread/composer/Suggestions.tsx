import { useLingui } from '@lingui/react/macro';
import { Paperclip, Zap } from 'lucide-react';
import { Avatar, cx, Kbd } from '../../../../kit/index.ts';
import styles from './Composer.module.css';
import type { Suggestion } from './use-suggestions.ts';

type Props = {
  id: string;
  query: string;
  kind: 'snippet' | 'mention';
  suggestions: readonly Suggestion[];
  active: number;
  onActive: (index: number) => void;
  onChoose: (suggestion: Suggestion) => void;
};

/** The list above the composer. The text field keeps the focus and names the active option. */
export function Suggestions({ id, query, kind, suggestions, active, onActive, onChoose }: Props) {
  const { t } = useLingui();
  const title = kind === 'snippet' ? (query ? t`Snippets for “${query}”` : t`Snippets`) : t`Mention a colleague`;
  return (
    <div className={styles.suggestions}>
      <div className={styles.suggestionsHead}>
        <span>{title}</span>
        <span className={styles.keys}>
          <Kbd keys="arrowup" /> <Kbd keys="arrowdown" /> <Kbd keys="enter" />
        </span>
      </div>
      <div id={id} role="listbox" aria-label={title} className={styles.suggestionList}>
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the text field
          <div
            key={suggestion.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={cx(styles.suggestion, index === active && styles.active)}
            ref={index === active ? (node) => node?.scrollIntoView({ block: 'nearest' }) : undefined}
            onPointerMove={() => onActive(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(suggestion)}
          >
            {kind === 'snippet' ? <Zap size={16} aria-hidden /> : <Avatar id={suggestion.id} name={suggestion.name} size={20} />}
            <bdi className={styles.suggestionName}>{suggestion.name}</bdi>
            <span className={styles.suggestionText} dir="auto">
              {suggestion.hint}
            </span>
            {suggestion.fileIds.length > 0 && <Paperclip size={14} aria-label={t`with files`} />}
          </div>
        ))}
      </div>
    </div>
  );
}
