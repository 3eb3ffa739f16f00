import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Badge, Button, ErrorState, Field, Input, MultiCombobox } from '../../../kit/index.ts';
import type { Draft } from '../definition/types.ts';
import { FormContext } from '../editor/form/context.ts';
import form from '../editor/form/Form.module.css';
import { SchemaField } from '../editor/form/SchemaField.tsx';
import type { PanelProps } from '../editor/SidePanel.tsx';
import { useWords } from '../words.ts';
import styles from './Panels.module.css';
import { Replay } from './Replay.tsx';
import { AnswersField, RepliesField } from './SimulationLists.tsx';
import { canBeRefused, effectText, type Invented, invented, simulationBody } from './simulation.ts';

const record = { type: 'object', additionalProperties: { anyOf: [{}, {}, {}] } };
const tones = { running: 'live', waiting: 'info', completed: 'ok', failed: 'danger', cancelled: 'plain' } as const;

type Simulated = { simulation: types.AutomationSimulation; draft: Draft };

/** Runs the saved version with an invented customer. Nothing is sent. */
export function SimulatePanel({ editor }: PanelProps) {
  const { t } = useLingui();
  const { client } = useSession();
  const { automation, draft, isDirty, save } = editor;
  const [given, setGiven] = useState(() => invented(draft));
  const [done, setDone] = useState<Simulated | null>(null);
  const run = useMutation({
    mutationFn: async (): Promise<Simulated | null> => {
      if (isDirty && !(await save())) return null;
      return { simulation: await client.automations.simulate(automation.id, simulationBody(given)), draft };
    },
    onSuccess: setDone,
  });
  return (
    <div className={styles.panel}>
      <p className={styles.muted}>{t`An invented customer goes through the steps. Nothing is sent, and waits take no time.`}</p>
      <CustomerFields draft={draft} given={given} onChange={(changes) => setGiven({ ...given, ...changes })} />
      <Button look="primary" busy={run.isPending} onClick={() => run.mutate()}>
        {isDirty ? t`Save and simulate` : t`Simulate`}
      </Button>
      {run.error && <ErrorState title={t`The simulation did not run`} error={run.error} />}
      {done && !run.error && <Result key={run.submittedAt} {...done} />}
    </div>
  );
}

type FieldsProps = { draft: Draft; given: Invented; onChange: (changes: Partial<Invented>) => void };

function CustomerFields({ draft, given, onChange }: FieldsProps) {
  const { t } = useLingui();
  const refusable = canBeRefused(draft);
  const context = {
    valueAt: (path: string) => given[path as 'variables' | 'attributes'],
    change: (path: string, value: unknown) => onChange({ [path]: value }),
    errorAt: () => undefined,
    targets: [],
    isDisabled: false,
  };
  return (
    <FormContext value={context}>
      <span className={form.entryFields}>
        <Field label={t`First name`}>
          <Input value={given.firstName} dir="auto" onChange={({ target }) => onChange({ firstName: target.value })} />
        </Field>
        <Field label={t`Last name`}>
          <Input value={given.lastName} dir="auto" onChange={({ target }) => onChange({ lastName: target.value })} />
        </Field>
      </span>
      <Field label={t`Labels, separated by commas`}>
        <Input value={given.labels} dir="auto" onChange={({ target }) => onChange({ labels: target.value })} />
      </Field>
      <SchemaField field={{ name: 'attributes', schema: record, isRequired: true }} path="attributes" />
      <SchemaField field={{ name: 'variables', schema: record, isRequired: true }} path="variables" />
      <RepliesField replies={given.replies} onChange={(replies) => onChange({ replies })} />
      <AnswersField answers={given.answers} onChange={(answers) => onChange({ answers })} />
      {refusable.length > 0 && (
        <Field label={t`Messages that cannot be sent`}>
          <MultiCombobox
            values={given.undeliverable}
            options={refusable.map((id) => ({ value: id, label: id }))}
            placeholder={t`None`}
            onChange={(undeliverable) => onChange({ undeliverable })}
          />
        </Field>
      )}
    </FormContext>
  );
}

function Result({ simulation, draft }: Simulated) {
  const { t } = useLingui();
  const words = useWords();
  const { status, error, path } = simulation;
  return (
    <section className={styles.details} aria-label={t`Result`}>
      <p role="status">
        <Badge tone={tones[status]}>{words.runState(status)}</Badge>
      </p>
      {status === 'waiting' && <p className={styles.muted}>{t`It waits here. Add a reply or an answer to go on.`}</p>}
      {error && (
        <p className={styles.bad} dir="auto">
          {error}
        </p>
      )}
      <ol className={styles.results}>
        {path.map(({ stepId, outcome, effect }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step can be visited often; visits never move
          <li key={index}>
            <span>
              <b dir="ltr">{stepId}</b> <span className={styles.muted}>{words.outcome(outcome)}</span>
            </span>
            {effect && <span dir="auto">{effectText(effect)}</span>}
          </li>
        ))}
      </ol>
      <Replay draft={draft} visits={path} title={<b>{t`Simulated run`}</b>} />
    </section>
  );
}
