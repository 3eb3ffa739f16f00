import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { useSession } from '../../../../app/session/use-session.ts';
import { useServices } from '../services.ts';
import styles from './Composer.module.css';
import { Suggestions } from './Suggestions.tsx';
import { isSendPress, useSendKey } from './send-key.ts';
import { doneFile } from './state.ts';
import { insertText, type Trigger, triggerAt } from './triggers.ts';
import { type Suggestion, useSuggestions } from './use-suggestions.ts';

type Props = {
  chatId: string;
  field: RefObject<HTMLTextAreaElement | null>;
  mode: 'reply' | 'note';
  text: string;
  label: string;
  onTyping: () => void;
  onSend: () => void;
};

/** The text field, with snippets and mentions at the cursor. */
export function ComposerText({ chatId, field, mode, text, label, onTyping, onSend }: Props) {
  const { client } = useSession();
  const { composers, drafts } = useServices();
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [active, setActive] = useState(0);
  const suggestions = useSuggestions(trigger);
  const wanted = useSendKey();
  const listId = useId();
  const isOpen = trigger !== null && suggestions.length > 0;

  const look = (value: string, cursor: number) => {
    setTrigger(triggerAt(value, cursor, mode));
    setActive(0);
  };
  const choose = async (suggestion: Suggestion) => {
    if (!trigger) return;
    const edited = insertText(text, trigger, suggestion.inserted);
    composers.dispatch(chatId, { do: 'type', text: edited.text });
    setTrigger(null);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(edited.selectionStart, edited.selectionEnd);
    });
    for (const fileId of suggestion.fileIds) {
      const file = await client.files.get(fileId).catch(() => null);
      if (file) composers.dispatch(chatId, { do: 'addFile', file: doneFile(file) });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (
      isOpen &&
      suggestionKey(event, { active, setActive, suggestions, choose: (one) => void choose(one), close: () => setTrigger(null) })
    )
      return;
    if (event.key === 'Escape') field.current?.blur(); // so that single keys are shortcuts again
    if (!isSendPress({ ...pressed(event), isComposing: event.nativeEvent.isComposing }, wanted)) return;
    event.preventDefault();
    onSend();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    for (const file of files) void composers.addFile(chatId, file);
  };
  return (
    <>
      {isOpen && (
        <Suggestions
          id={listId}
          kind={trigger.kind}
          query={trigger.query}
          suggestions={suggestions}
          active={active}
          onActive={setActive}
          onChoose={(one) => void choose(one)}
        />
      )}
      <textarea
        ref={field}
        className={styles.text}
        rows={1}
        dir="auto"
        value={text}
        placeholder={label}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
        onChange={({ target }) => {
          composers.dispatch(chatId, { do: 'type', text: target.value });
          look(target.value, target.selectionStart);
          onTyping();
        }}
        onClick={({ currentTarget }) => look(currentTarget.value, currentTarget.selectionStart)}
        onBlur={() => {
          setTrigger(null);
          void drafts.flush(chatId);
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
    </>
  );
}

const pressed = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => ({ key, ctrlKey, metaKey, shiftKey });

type ListKeys = {
  active: number;
  setActive: (index: number) => void;
  suggestions: readonly Suggestion[];
  choose: (suggestion: Suggestion) => void;
  close: () => void;
};

/** Handles a key while the list is open. Returns whether it did. */
function suggestionKey(event: KeyboardEvent, { active, setActive, suggestions, choose, close }: ListKeys): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const chosen = suggestions[active];
  if (step) setActive((active + step + suggestions.length) % suggestions.length);
  else if ((event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey && chosen) choose(chosen);
  else if (event.key === 'Escape') close();
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}
