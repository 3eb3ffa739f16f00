import { Plural, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, confirm, ErrorState, toastError } from '../../../kit/index.ts';
import { useLabels } from '../../../people/queries.ts';
import { keys, useChannels, useImport, useTemplates } from '../queries.ts';
import { useAudienceWords } from '../use-words.ts';
import { AudienceCount, useAudienceCount } from './AudienceCount.tsx';
import styles from './Create.module.css';
import { countedAudience, scheduleBody, toDraft } from './draft.ts';
import { ImportCheck } from './ImportCheck.tsx';
import { NextDates } from './NextDates.tsx';
import { PreviewAside } from './PreviewAside.tsx';
import type { StepName } from './steps.ts';
import { useSample } from './use-sample.ts';

type Props = { campaign: types.Campaign; onStep: (step: StepName) => void };

/** What the server has stored, who will be skipped and why, and the button that starts it. */
export function CheckStep({ campaign, onStep }: Props) {
  const { t } = useLingui();
  const draft = toDraft(campaign, { isCopy: false });
  const channel = useChannels()?.find(({ id }) => id === campaign.channelId);
  const { data: templates } = useTemplates(campaign.channelId);
  const template = templates?.find(({ id }) => draft.message.kind === 'template' && id === draft.message.templateId);
  const audienceWords = useAudienceWords(useLabels());
  const audience = countedAudience(draft.audience);
  const purpose = template && template.category !== 'marketing' ? ('utility' as const) : ('marketing' as const);
  const wanted = audience && { channelId: campaign.channelId, audience, purpose };
  const { data: imported } = useImport(campaign);
  const samples = useSample(draft.audience, undefined, draft.variables);
  const obstacles = useObstacles(campaign, channel, template, imported);
  return (
    <div className={styles.columns}>
      <div className={styles.checks}>
        <Check title={t`Audience: ${audienceWords(campaign)}`} isOk onEdit={() => onStep('audience')}>
          {campaign.audience.type === 'upload' && <ImportCheck campaign={campaign} imported={imported} />}
          {campaign.audience.type === 'contacts' && (
            <p>
              <Plural value={campaign.audience.count ?? 0} one="# chosen contact" other="# chosen contacts" />
            </p>
          )}
          {wanted && <AudienceCount wanted={wanted} hint="" />}
        </Check>
        <Check title={t`Channel: ${channel?.name ?? '…'}`} isOk={!obstacles.channel} onEdit={() => onStep('audience')}>
          {obstacles.channel ?? (channel?.ratePerSecond && t`Sends at most ${channel.ratePerSecond} messages a second.`)}
        </Check>
        <Check title={t`Message`} isOk={!obstacles.message} onEdit={() => onStep('message')}>
          {obstacles.message ?? t`All placeholders are known.`}
        </Check>
        <Check title={t`Schedule`} isOk onEdit={() => onStep('schedule')}>
          {draft.schedule.kind === 'now' ? t`It is sent as soon as you start it.` : <NextDates schedule={scheduleBody(draft)} />}
        </Check>
        <StartBar campaign={campaign} wanted={wanted} obstacle={obstacles.channel ?? obstacles.message ?? obstacles.audience} />
      </div>
      <PreviewAside message={draft.message} template={template} samples={samples} channelType={channel?.type} />
    </div>
  );
}

type CheckProps = { title: string; isOk: boolean; onEdit: () => void; children: ReactNode };

function Check({ title, isOk, onEdit, children }: CheckProps) {
  const { t } = useLingui();
  return (
    <section className={styles.check} aria-label={title}>
      {isOk ? (
        <CircleCheck size={18} className={styles.ok} aria-label={t`In order`} />
      ) : (
        <TriangleAlert size={18} className={styles.bad} aria-label={t`Has to be repaired`} />
      )}
      <div className={styles.checkBody}>
        <h2>{title}</h2>
        <div className={styles.checkText}>{children}</div>
      </div>
      <Button size="small" look="quiet" onClick={onEdit}>{t`Change`}</Button>
    </section>
  );
}

type Obstacles = { channel?: string | undefined; message?: string | undefined; audience?: string | undefined };

/** What keeps the campaign from being started, and what to do. The server checks it again. */
function useObstacles(
  { problems, content, automationId, audience }: types.Campaign,
  channel: types.Channel | undefined,
  template: types.MessageTemplate | undefined,
  imported: types.CampaignImport | null | undefined,
): Obstacles {
  const { t } = useLingui();
  const review =
    template && template.status !== 'approved'
      ? t`The template is not approved: ${template.status}. Choose another one, or wait for its review.`
      : undefined;
  const isWritten = content !== null || automationId !== null;
  return {
    channel:
      channel && channel.status !== 'active'
        ? (channel.statusReason ?? t`The channel cannot send now. Open it in the settings.`)
        : undefined,
    message: problems[0]?.message ?? review ?? (isWritten ? undefined : t`There is no message yet.`),
    audience:
      audience.type === 'upload' && imported?.status !== 'completed'
        ? t`The file has to be read first.`
        : audience.type === 'contacts' && audience.count === 0
          ? t`There is no audience yet.`
          : undefined,
  };
}

type StartProps = {
  campaign: types.Campaign;
  wanted: types.CountCampaignAudienceBody | undefined;
  obstacle: string | undefined;
};

function StartBar({ campaign, wanted, obstacle }: StartProps) {
  const { t, i18n } = useLingui();
  const { client } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { data: count } = useAudienceCount(wanted);
  const isLater = campaign.scheduledAt !== null || campaign.recurrenceRules.length > 0;
  const open = () => navigate({ to: '/campaigns/$campaignId', params: { campaignId: campaign.id } });
  const start = useMutation({
    mutationFn: () => client.campaigns.start(campaign.id),
    onSuccess: async (started) => {
      queries.setQueryData(keys.one(campaign.id), started);
      await queries.invalidateQueries({ queryKey: keys.lists });
      await open();
    },
    onError: (error) => toastError(t`The campaign was not started`, error),
  });
  const people = count && wanted ? `${i18n.number(count.reachable)}${count.isExact ? '' : '+'}` : null;
  const ask = async () => {
    const isSure = await confirm({
      title: isLater ? t`Schedule ${campaign.name}?` : t`Start ${campaign.name}?`,
      text: people === null ? t`The message is sent to everybody in the audience.` : t`${people} contacts get the message.`,
      confirm: isLater ? t`Schedule` : t`Start`,
    });
    if (isSure) start.mutate();
  };
  if (campaign.status === 'scheduled')
    return (
      <div className={styles.actions}>
        <span className={styles.grow}>{t`It is scheduled already. Your changes are saved.`}</span>
        <Button look="primary" onClick={() => void open()}>{t`Done`}</Button>
      </div>
    );
  return (
    <>
      {start.error && <ErrorState title={t`The campaign was not started`} error={start.error} />}
      {obstacle && <p className={styles.error}>{obstacle}</p>}
      {count?.reachable === 0 && wanted && (
        <p className={styles.error}>{t`Nobody in the audience can be reached. Choose another audience.`}</p>
      )}
      <div className={styles.actions}>
        <span className={styles.grow} />
        <Button
          look="primary"
          size="big"
          busy={start.isPending}
          disabled={obstacle !== undefined || (wanted !== undefined && count?.reachable === 0)}
          onClick={() => void ask()}
        >
          {isLater ? (
            t`Schedule campaign`
          ) : people === null ? (
            t`Start campaign`
          ) : (
            <Plural value={count?.reachable ?? 0} one="Send to # contact" other="Send to # contacts" />
          )}
        </Button>
      </div>
    </>
  );
}
