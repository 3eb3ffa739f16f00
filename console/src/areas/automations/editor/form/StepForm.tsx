import { useLingui } from '@lingui/react/macro';
import { ArrowUpToLine, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button, Field, Input } from '../../../../kit/index.ts';
import { valueAt } from '../../definition/path.ts';
import { fieldsOfStep, isStepId } from '../../definition/schema.ts';
import type { Step } from '../../definition/types.ts';
import type { Editor } from '../use-editor.ts';
import { FormContext, type FormContextValue } from './context.ts';
import styles from './Form.module.css';
import { SchemaField } from './SchemaField.tsx';

type Props = { editor: Editor; step: Step; select: (id: string | null) => void };

/** The form of a step, made from the schema of its type. */
export function StepForm({ editor, step, select }: Props) {
  const { t } = useLingui();
  const { draft, change, problems, isEditable } = editor;
  const ids = draft.steps.map(({ id }) => id).join(' ');
  const targets = useMemo(() => ids.split(' ').map((id) => ({ value: id, label: id })), [ids]);
  const form: FormContextValue = {
    valueAt: (path) => valueAt(step, path),
    change: (path, value) => change({ do: 'change', stepId: step.id, path, value }),
    errorAt: (path) => problems.find((one) => one.stepId === step.id && one.path === path)?.message,
    targets,
    isDisabled: !isEditable,
  };
  const isFirst = draft.steps[0] === step;
  return (
    <FormContext value={form}>
      <div className={styles.form}>
        <IdField key={step.id} editor={editor} step={step} select={select} />
        {fieldsOfStep(step.type).map((field) => (
          <SchemaField key={field.name} field={field} path={field.name} />
        ))}
        {isEditable && (
          <div className={styles.actions}>
            {!isFirst && (
              <Button
                size="small"
                icon={<ArrowUpToLine size={14} aria-hidden />}
                onClick={() => change({ do: 'start', stepId: step.id })}
              >{t`Begin runs here`}</Button>
            )}
            <Button
              size="small"
              look="dangerQuiet"
              icon={<Trash2 size={14} aria-hidden />}
              disabled={draft.steps.length === 1}
              onClick={() => {
                change({ do: 'remove', ids: [step.id] });
                select(null);
              }}
            >{t`Remove step`}</Button>
          </div>
        )}
      </div>
    </FormContext>
  );
}

/** The id changes when the field is left, or with Enter: in between it may be one that cannot be. */
function IdField({ editor: { draft, change, problems, isEditable }, step, select }: Props) {
  const { t } = useLingui();
  const [text, setText] = useState(step.id);
  const isTaken = text !== step.id && draft.steps.some(({ id }) => id === text);
  const isWrong = !isStepId(text);
  const error = isTaken
    ? t`Another step has this id. Choose a different one.`
    : isWrong
      ? t`Begin with a small letter; small letters, digits and _ only.`
      : problems.find(({ stepId, path }) => stepId === step.id && (path === 'id' || path === ''))?.message;
  const rename = () => {
    if (text === step.id || isTaken || isWrong) return;
    change({ do: 'rename', stepId: step.id, to: text });
    select(text);
  };
  return (
    <Field label={t`Id of the step`} error={error}>
      <Input
        dir="ltr"
        maxLength={64}
        value={text}
        spellCheck={false}
        disabled={!isEditable}
        onChange={({ target }) => setText(target.value)}
        onBlur={rename}
        onKeyDown={(event) => {
          if (event.key === 'Enter') rename();
        }}
      />
    </Field>
  );
}
