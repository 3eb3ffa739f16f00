import { useLingui } from '@lingui/react/macro';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ErrorState, Notice, SkeletonRows } from '../../../kit/index.ts';
import { useCampaign } from '../queries.ts';
import { CampaignForm } from './CampaignForm.tsx';
import { CheckStep } from './CheckStep.tsx';
import { toDraft } from './draft.ts';
import { FormPage } from './FormPage.tsx';
import { readStep, type StepName } from './steps.ts';

/** A stored draft, or a campaign that waits for its time. The step is in the address. */
export function EditCampaignPage() {
  const { t } = useLingui();
  const { campaignId } = useParams({ from: '/frame/campaigns/$campaignId/edit' });
  const { step = 'audience' } = useSearch({ from: '/frame/campaigns/$campaignId/edit' });
  const { data: campaign, error, refetch } = useCampaign(campaignId);
  const navigate = useNavigate();
  const open = (next: StepName) =>
    void navigate({ to: '/campaigns/$campaignId/edit', params: { campaignId }, search: readStep({ step: next }) });
  const canEdit = campaign?.status === 'draft' || campaign?.status === 'scheduled';
  return (
    <FormPage title={campaign?.name ?? ''} step={step} onStep={open} id={campaignId}>
      {error && <ErrorState title={t`The campaign could not be loaded`} error={error} onRetry={() => void refetch()} />}
      {!campaign && !error && <SkeletonRows count={4} />}
      {campaign && !canEdit && (
        <Notice tone="warn" title={t`This campaign cannot be changed any more`}>
          {t`It was started. Pause or cancel it, or duplicate it.`}
        </Notice>
      )}
      {campaign && canEdit && step === 'check' && <CheckStep campaign={campaign} onStep={open} />}
      {campaign && canEdit && step !== 'check' && (
        <CampaignForm
          key={campaign.id}
          initial={toDraft(campaign, { isCopy: false })}
          id={campaign.id}
          step={step}
          onStep={open}
        />
      )}
    </FormPage>
  );
}
