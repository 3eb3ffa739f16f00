import { useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState, Notice, SkeletonRows } from '../../../kit/index.ts';
import { useCampaign } from '../queries.ts';
import { CampaignForm } from './CampaignForm.tsx';
import { type Draft, newDraft, toDraft } from './draft.ts';
import { FormPage } from './FormPage.tsx';
import type { StepName } from './steps.ts';

const here = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A new campaign, or with `from` a copy of another one. Nothing is stored before the first save. */
export function NewCampaignPage() {
  const { t } = useLingui();
  const { from } = useSearch({ from: '/frame/campaigns/new' });
  return from ? <Copy id={from} /> : <NewForm title={t`New campaign`} initial={newDraft(here())} />;
}

function NewForm({ title, initial, isAudienceMissing = false }: { title: string; initial: Draft; isAudienceMissing?: boolean }) {
  const { t } = useLingui();
  const [step, setStep] = useState<StepName>('audience');
  return (
    <FormPage title={title} step={step} onStep={setStep}>
      {isAudienceMissing && (
        <Notice tone="warn">{t`The original went to chosen contacts or to a file. They are not copied: choose an audience.`}</Notice>
      )}
      <CampaignForm initial={initial} id={null} step={step === 'check' ? 'schedule' : step} onStep={setStep} />
    </FormPage>
  );
}

function Copy({ id }: { id: string }) {
  const { t } = useLingui();
  const { data: original, error, refetch } = useCampaign(id);
  if (error) return <ErrorState title={t`The original could not be loaded`} error={error} onRetry={() => void refetch()} />;
  if (!original) return <SkeletonRows count={4} />;
  const draft = toDraft(original, { isCopy: true });
  const isAudienceMissing = original.audience.type === 'contacts' || original.audience.type === 'upload';
  const name = t`Copy of ${original.name}`.slice(0, 200);
  return <NewForm title={t`Duplicate a campaign`} initial={{ ...draft, name }} isAudienceMissing={isAudienceMissing} />;
}
