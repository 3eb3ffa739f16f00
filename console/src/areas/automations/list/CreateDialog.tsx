import { useLingui } from '@lingui/react/macro';
import { PatchbayError, type types } from '@patchbay/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, Dialog, ErrorState, Field, Input, Notice, Select, Stack } from '../../../kit/index.ts';
import { type DefinitionFile, draftOf } from '../definition/file.ts';
import { problemsOf } from '../definition/problems.ts';
import { triggerTypes } from '../definition/schema.ts';
import type { Draft } from '../definition/types.ts';
import { remember } from '../editor/use-editor.ts';
import { bodyOf } from '../queries.ts';
import { useWords } from '../words.ts';

/** What a new automation begins with: nothing, or a file. */
export type Start = { name: string; file: DefinitionFile | null };

const emptyDraft = (type: string): Draft => ({
  trigger: { type, parameters: {} },
  steps: [{ id: 'done', type: 'end' }],
  isSingle: false,
  layout: {},
});

export function CreateDialog({ start, onClose }: { start: Start; onClose: () => void }) {
  const { t } = useLingui();
  const words = useWords();
  const { client } = useSession();
  const navigate = useNavigate();
  const [name, setName] = useState(start.name);
  const [trigger, setTrigger] = useState(start.file?.trigger.type ?? 'message_received');
  const draft = start.file ? draftOf(start.file) : emptyDraft(trigger);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      client.automations.create({
        ...bodyOf(draft),
        name,
        description: start.file?.description ?? null,
      } as types.CreateAutomationBody),
    onSuccess: (created) => {
      remember(created);
      void navigate({ to: '/automations/$automationId', params: { automationId: created.id } });
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={start.file ? t`Import an automation` : t`New automation`}
      text={t`It does nothing until you publish it.`}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button look="primary" busy={isPending} disabled={name.trim() === ''} onClick={() => mutate()}>{t`Create`}</Button>
        </>
      }
    >
      <Stack>
        <Field label={t`Name`}>
          <Input value={name} maxLength={200} dir="auto" onChange={({ target }) => setName(target.value)} />
        </Field>
        {!start.file && (
          <Field label={t`A run begins`}>
            <Select
              value={trigger}
              options={triggerTypes.map((type) => ({ value: type, label: words.trigger(type) }))}
              onChange={setTrigger}
            />
          </Field>
        )}
        {error && <Refusal error={error} draft={draft} />}
      </Stack>
    </Dialog>
  );
}

function Refusal({ error, draft }: { error: unknown; draft: Draft }) {
  const { t } = useLingui();
  const problems = error instanceof PatchbayError ? problemsOf(error.invalidParams, draft) : [];
  if (problems.length === 0) return <ErrorState title={t`The automation was not created`} error={error} />;
  return (
    <Notice tone="danger" title={t`The automation was not created`}>
      <ul>
        {problems.slice(0, 6).map(({ stepId, path, message }) => (
          <li key={`${stepId} ${path}`}>
            {stepId ?? path}: <span dir="auto">{message}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
