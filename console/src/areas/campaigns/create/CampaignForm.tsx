import { useLingui } from '@lingui/react/macro';
import { PatchbayError } from '@patchbay/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, ErrorState, toast } from '../../../kit/index.ts';
import { toInstant } from '../../../kit/zoned-time.ts';
import { suggestMapping } from '../../../people/csv/suggest-mapping.ts';
import { usePreview } from '../../../people/csv/use-preview.ts';
import { useAttributes } from '../../../people/queries.ts';
import { keys, useChannels, useTemplates } from '../queries.ts';
import { AudienceStep } from './AudienceStep.tsx';
import styles from './Create.module.css';
import { type Draft, toBody } from './draft.ts';
import { type Fault, faultsOf, stepOfParam } from './faults.ts';
import { MessageStep } from './MessageStep.tsx';
import { ScheduleStep } from './ScheduleStep.tsx';
import { type StepName, stepNames } from './steps.ts';
import { useFaultWords } from './use-fault-words.ts';
import { useSample } from './use-sample.ts';
import { withVariables } from './variable-name.ts';

type Props = {
  initial: Draft;
  /** The campaign that is edited; null for a new one. */
  id: string | null;
  step: Exclude<StepName, 'check'>;
  onStep: (step: StepName) => void;
};

const noFile = new File([], '');

/** The steps before the check. They are stored together when the last one is complete, or as a draft at any time. */
export function CampaignForm({ initial, id, step, onStep }: Props) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(initial);
  const [tried, setTried] = useState<ReadonlySet<StepName>>(new Set());
  const set = (changes: Partial<Draft>) => setDraft((current) => ({ ...current, ...changes }));
  const channels = useChannels() ?? [];
  const channel = channels.find((one) => one.id === draft.channelId);
  const { data: templates } = useTemplates(draft.channelId);
  const template = templates?.find((one) => draft.message.kind === 'template' && one.id === draft.message.templateId);
  const file = useFile(draft, set);
  const faults = useFaults(draft, template?.variables ?? []);
  const samples = useSample(draft.audience, file, draft.variables);
  const save = useSave(draft, id, channel?.type === 'email', onStep);
  const errorOf = useErrors(faults, tried.has(step) ? step : null, save.error);
  const purpose = draft.message.kind === 'template' && template && template.category !== 'marketing' ? 'utility' : 'marketing';

  const next = () => {
    setTried(new Set([...tried, step]));
    if (faults.some((fault) => fault.step === step)) return;
    const following = stepNames[stepNames.indexOf(step) + 1] ?? 'check';
    if (following !== 'check') return onStep(following);
    const [first] = faults;
    if (first) {
      setTried(new Set(stepNames));
      onStep(first.step);
    } else save.mutate('check');
  };
  const previous = stepNames[stepNames.indexOf(step) - 1];
  const fields = { draft, set, errorOf };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      {save.error && <ErrorState title={t`The campaign was not saved`} error={save.error} fix={refusedParams(save.error)} />}
      {step === 'audience' && <AudienceStep {...fields} channels={channels} purpose={purpose} file={file} />}
      {step === 'message' && <MessageStep {...fields} channel={channel} samples={samples} variables={variablesOf(draft)} />}
      {step === 'schedule' && <ScheduleStep {...fields} />}
      <div className={styles.actions}>
        {previous && <Button onClick={() => onStep(previous)}>{t`Back`}</Button>}
        <span className={styles.grow} />
        <Button
          look="quiet"
          busy={save.isPending && save.variables === 'stay'}
          disabled={!draft.name.trim() || draft.channelId === null}
          onClick={() => save.mutate('stay')}
        >
          {t`Save draft`}
        </Button>
        <Button look="primary" type="submit" busy={save.isPending && save.variables === 'check'}>
          {step === 'schedule' ? t`Save and check` : t`Next`}
        </Button>
      </div>
    </form>
  );
}

/** Says which parameters the server refused. */
function refusedParams(error: Error): string {
  const params = error instanceof PatchbayError ? Object.values(error.invalidParams) : [];
  return params.map(({ message }) => message).join(' ');
}

const variablesOf = ({ audience, variables }: Draft): string[] => [
  ...Object.keys(variables),
  ...(audience.kind === 'upload'
    ? Object.values(audience.mapping).flatMap((target) => /^variables\.(.+)$/.exec(target)?.[1] ?? [])
    : []),
];

/** The beginning of the chosen file. Its columns are mapped by their names and values first. */
function useFile({ audience }: Draft, set: (changes: Partial<Draft>) => void) {
  const attributes = useAttributes();
  const chosen = audience.kind === 'upload' ? audience.file : null;
  const preview = usePreview(chosen ?? noFile, undefined);
  const isNew = audience.kind === 'upload' && chosen !== null && Object.keys(audience.mapping).length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file
  useEffect(() => {
    if (!isNew || !preview || !attributes) return;
    const mapping = withVariables(preview.header, suggestMapping(preview.header, preview.rows, attributes));
    set({ audience: { ...audience, mapping } });
  }, [isNew, preview, attributes]);
  return chosen ? preview : undefined;
}

function useFaults(draft: Draft, templateVariables: readonly string[]): Fault[] {
  const attributes = useAttributes() ?? [];
  const known = { attributes: attributes.map(({ externalId }) => externalId), variables: knownVariables(draft) };
  const { schedule, timeZone } = draft;
  const instant = schedule.kind === 'once' && schedule.at ? toInstant(schedule.at, timeZone) : null;
  return faultsOf(draft, known, templateVariables, new Date(), instant);
}

const knownVariables = (draft: Draft): string[] => variablesOf(draft);

/** Returns the error of a field: what can be seen here, once the step was tried, else what the server said. */
function useErrors(faults: readonly Fault[], tried: StepName | null, refused: Error | null) {
  const words = useFaultWords();
  const params = refused instanceof PatchbayError ? refused.invalidParams : {};
  return (key: string): string | undefined => {
    const fault = faults.find((one) => one.step === tried && keyOf(one) === key);
    if (fault) return words(fault);
    return Object.entries(params).find(([path]) => path === key || path.startsWith(`${key}.`))?.[1]?.message;
  };
}

/** A fault of a placeholder belongs to its field, one of a file to the choice of the file. */
const keyOf = (fault: Fault): string =>
  fault.key === 'placeholder'
    ? fault.field
    : fault.key === 'variable'
      ? fault.name
      : fault.key === 'mapping'
        ? 'file'
        : fault.key;

function useSave(draft: Draft, id: string | null, isEmail: boolean, onStep: (step: StepName) => void) {
  const { t } = useLingui();
  const { client } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (_then: 'check' | 'stay') => {
      const { audience } = draft;
      const file = audience.kind === 'upload' ? audience.file : null;
      const fileId = file ? (await client.files.upload({ content: file })).id : null;
      const body = toBody(draft, { isEmail, fileId });
      return id === null ? client.campaigns.create(body) : client.campaigns.update(id, body);
    },
    onSuccess: async (saved, then) => {
      queries.setQueryData(keys.one(saved.id), saved);
      await queries.invalidateQueries({ queryKey: keys.imported(saved.id) });
      void queries.invalidateQueries({ queryKey: keys.lists });
      if (then === 'stay') toast({ text: t`Draft saved` });
      const search = then === 'check' ? { step: 'check' as const } : {};
      if (then === 'check' || id === null)
        await navigate({ to: '/campaigns/$campaignId/edit', params: { campaignId: saved.id }, search, replace: true });
    },
    onError: (error) => {
      const [path] = error instanceof PatchbayError ? Object.keys(error.invalidParams) : [];
      if (path) onStep(stepOfParam(path));
    },
  });
}
