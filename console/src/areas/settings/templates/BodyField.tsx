import { useLingui } from '@lingui/react/macro';
import { Braces } from 'lucide-react';
import { useRef } from 'react';
import { Button, Field, Textarea } from '../../../kit/index.ts';
import type { CustomProps } from '../form/fields.ts';
import { Examples } from './Examples.tsx';
import type { TemplateValues } from './page.tsx';
import { examplesFor, nextPlaceholder } from './preview.ts';
import styles from './Templates.module.css';

const MOST_CHARACTERS = 1_024;

/** The text with its variables, and an example for each of them. */
export function BodyField({ values: { body, format }, set, errorOf, disabled }: CustomProps<TemplateValues>) {
  const { t } = useLingui();
  const area = useRef<HTMLTextAreaElement>(null);
  const write = (text: string) => set('body', { text, examples: examplesFor(text, format, body.examples) });
  const insert = () => {
    const placeholder = nextPlaceholder(body.text, format);
    const at = area.current?.selectionStart ?? body.text.length;
    write(body.text.slice(0, at) + placeholder + body.text.slice(area.current?.selectionEnd ?? at));
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(at + placeholder.length, at + placeholder.length);
    });
  };
  const length = Array.from(body.text).length; // counted as the API does
  return (
    <div className={styles.group}>
      <Field
        label={t`Text`}
        name="body.text"
        hint={t`${length} of ${MOST_CHARACTERS} characters. *bold*, _italic_, ~struck out~`}
        error={errorOf('body.text') ?? errorOf('body')}
        aside={
          <Button size="small" look="quiet" icon={<Braces size={14} aria-hidden />} disabled={disabled} onClick={insert}>
            {t`Insert variable`}
          </Button>
        }
      >
        <Textarea
          ref={area}
          rows={6}
          dir="auto"
          value={body.text}
          disabled={disabled}
          onChange={(event) => write(event.target.value)}
        />
      </Field>
      <Examples
        examples={body.examples}
        error={errorOf('body.examples')}
        disabled={disabled}
        onChange={(examples) => set('body', { ...body, examples })}
      />
    </div>
  );
}
