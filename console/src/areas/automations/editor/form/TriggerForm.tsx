import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { Field, Select, Switch } from '../../../../kit/index.ts';
import { valueAt, withValueAt } from '../../definition/path.ts';
import { fieldsOfTrigger, triggerTypes } from '../../definition/schema.ts';
import { useWords } from '../../words.ts';
import type { Editor } from '../use-editor.ts';
import { FormContext, type FormContextValue } from './context.ts';
import styles from './Form.module.css';
import { SchemaField } from './SchemaField.tsx';

const PREFIX = 'trigger.parameters.';

/** What starts a run. Parameters that another type does not have are dropped when the type changes. */
export function TriggerForm({ editor: { draft, change, problems, isEditable } }: { editor: Editor }) {
  const { t } = useLingui();
  const words = useWords();
  const { trigger, isSingle } = draft;
  const parameters = useMemo(() => trigger.parameters ?? {}, [trigger]);
  const form: FormContextValue = {
    valueAt: (path) => valueAt(parameters, path),
    change: (path, value) => change({ do: 'trigger', trigger: { ...trigger, parameters: withValueAt(parameters, path, value) } }),
    errorAt: (path) => problems.find((one) => one.stepId === null && one.path === PREFIX + path)?.message,
    targets: [],
    isDisabled: !isEditable,
  };
  const setType = (type: string) => {
    const known = new Set(fieldsOfTrigger(type).map(({ name }) => name));
    const kept = Object.fromEntries(Object.entries(parameters).filter(([name]) => known.has(name)));
    change({ do: 'trigger', trigger: { type, parameters: kept } });
  };
  return (
    <FormContext value={form}>
      <div className={styles.form}>
        <Field label={t`A run begins`}>
          <Select
            value={trigger.type}
            options={triggerTypes.map((type) => ({ value: type, label: words.trigger(type) }))}
            disabled={!isEditable}
            onChange={setType}
          />
        </Field>
        {fieldsOfTrigger(trigger.type).map((field) => (
          <SchemaField key={`${trigger.type} ${field.name}`} field={field} path={field.name} />
        ))}
        <Switch
          checked={isSingle}
          label={t`At most one run per contact at a time`}
          disabled={!isEditable}
          onChange={(next) => change({ do: 'single', isSingle: next })}
        />
      </div>
    </FormContext>
  );
}
