import {
  campaignProblems,
  campaignStatistics,
  campaignTimeline,
  cancelCampaign,
  countNewAudience,
  createCampaign,
  currentCounts,
  type Campaign as DomainCampaign,
  deleteCampaign,
  getCampaign,
  type NewCampaign,
  pauseCampaign,
  previewSchedule,
  resumeCampaign,
  retryCampaign,
  searchCampaigns,
  searchRecipients,
  startCampaign,
  updateCampaign,
} from '../../domain/campaigns/index.ts';
import type { NewContent } from '../../domain/messages/index.ts';
import type { Ctx } from '../../storage/context.ts';
import {
  AudienceCount,
  Campaign,
  CampaignAudienceCount,
  CampaignCreate,
  CampaignRecipient,
  CampaignRetry,
  CampaignSchedulePreview,
  CampaignStatistics,
  CampaignTimeline,
  CampaignTimelineRead,
  CampaignUpdate,
  SchedulePreview,
  toAudienceCount,
  toCampaign,
  toRecipient,
  toStatistics,
  toTimeline,
} from '../../wire/v3/campaign.ts';
import { SearchBody, searchReply, toSearchReply } from '../../wire/v3/search.ts';
import { isoTime, NoBody } from '../../wire/v3/shapes.ts';
import { type RequestScope, type Route, route } from '../route.ts';
import { dataReply, deleteRoute, isSuspended, searchRoute } from './rows.ts';

const tag = 'Campaigns';
const read = { tag, scope: 'campaigns.read', feature: 'campaigns' } as const;
const write = { tag, scope: 'campaigns.write', feature: 'campaigns' } as const;

/** The default type is text, as in a message. */
const toContent = (content: { type?: string | undefined } | null): NewContent | null =>
  content && ({ ...content, type: content.type ?? 'text' } as NewContent);

const showAll = async (ctx: Ctx, campaigns: DomainCampaign[], scope: RequestScope) => {
  const [problems, counts] = await Promise.all([campaignProblems(ctx, campaigns), currentCounts(ctx, campaigns)]);
  const suspended = isSuspended('campaigns', scope);
  return campaigns.map((campaign, i) =>
    toCampaign(campaign, { isSuspended: suspended, problems: problems[i] ?? [], counts: counts[i] ?? null }),
  );
};
const shown = async (ctx: Ctx, campaign: Promise<DomainCampaign>, scope: RequestScope) => ({
  data: (await showAll(ctx, [await campaign], scope))[0],
});

type Move = {
  verb: string;
  operationId: string;
  summary: string;
  reducesUse?: true;
  move: (ctx: Ctx, id: string) => Promise<DomainCampaign>;
};

const moveRoute = ({ verb, move, ...row }: Move): Route =>
  route({
    ...write,
    method: 'POST',
    path: `/campaigns/:campaignId/${verb}` as '/campaigns/:campaignId/start',
    ...row,
    viewers: 'forbidden',
    body: NoBody,
    reply: dataReply(Campaign),
    handle: (ctx, { params }, scope) => shown(ctx, move(ctx, params.campaignId), scope),
  });

export const campaigns = [
  route({
    ...write,
    method: 'POST',
    path: '/campaigns',
    operationId: 'createCampaign',
    viewers: 'forbidden',
    isBulk: true,
    summary: 'Create a campaign as a draft; nothing is sent until it is started',
    status: 201,
    body: CampaignCreate,
    reply: dataReply(Campaign),
    handle: (ctx, { body }, scope) =>
      shown(
        ctx,
        createCampaign(ctx, { ...body, content: toContent(body.content), messageTemplateId: null } as NewCampaign),
        scope,
      ),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/campaigns/:campaignId',
    operationId: 'getCampaign',
    viewers: 'forbidden',
    summary: 'Read a campaign',
    reply: dataReply(Campaign),
    handle: (ctx, { params }, scope) => shown(ctx, getCampaign(ctx, params.campaignId), scope),
  }),
  route({
    ...write,
    method: 'PUT',
    path: '/campaigns/:campaignId',
    operationId: 'updateCampaign',
    viewers: 'forbidden',
    isBulk: true,
    summary: 'Change a draft, or a campaign that waits for its time; what is not given stays',
    body: CampaignUpdate,
    reply: dataReply(Campaign),
    handle: (ctx, { params, body }, scope) =>
      shown(
        ctx,
        updateCampaign(ctx, params.campaignId, {
          ...body,
          content: body.content === undefined ? undefined : toContent(body.content),
        } as Partial<NewCampaign>),
        scope,
      ),
  }),
  deleteRoute({
    ...write,
    path: '/campaigns/:campaignId',
    operationId: 'deleteCampaign',
    viewers: 'forbidden',
    summary: 'Delete a campaign that is not running, with its runs; its messages stay in the chats',
    remove: deleteCampaign,
  }),
  searchRoute({
    ...read,
    path: '/campaigns/search',
    operationId: 'searchCampaigns',
    viewers: 'forbidden',
    summary: 'Search campaigns; search looks in the name',
    item: Campaign,
    search: searchCampaigns,
    toItems: showAll,
  }),
  moveRoute({
    verb: 'start',
    operationId: 'startCampaign',
    summary: 'Start a draft, at once or at its scheduled time',
    move: startCampaign,
  }),
  moveRoute({
    verb: 'pause',
    reducesUse: true,
    operationId: 'pauseCampaign',
    summary: 'Pause a campaign; sending stops within a second',
    move: pauseCampaign,
  }),
  moveRoute({
    verb: 'resume',
    operationId: 'resumeCampaign',
    summary: 'Resume a paused campaign',
    move: resumeCampaign,
  }),
  moveRoute({
    verb: 'cancel',
    reducesUse: true,
    operationId: 'cancelCampaign',
    summary: 'Cancel a campaign; messages that the provider has accepted arrive, all others are cancelled',
    move: cancelCampaign,
  }),
  route({
    ...write,
    method: 'POST',
    path: '/campaigns/:campaignId/retry',
    operationId: 'retryCampaign',
    viewers: 'forbidden',
    isBulk: true,
    summary: 'Retry the failed recipients of the last run; those with an unknown outcome only on request',
    body: CampaignRetry,
    reply: dataReply(Campaign),
    handle: (ctx, { params, body }, scope) => shown(ctx, retryCampaign(ctx, params.campaignId, body), scope),
  }),
  route({
    ...read,
    method: 'POST',
    path: '/campaigns/:campaignId/recipients/search',
    operationId: 'searchCampaignRecipients',
    viewers: 'filtered',
    summary: 'Search the recipients of all runs of a campaign; search looks in the error',
    body: SearchBody,
    reply: searchReply(CampaignRecipient),
    handle: async (ctx, { params, body }) =>
      toSearchReply(await searchRecipients(ctx, params.campaignId, body), toRecipient, body),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/campaigns/:campaignId/statistics',
    operationId: 'getCampaignStatistics',
    viewers: 'forbidden',
    summary: 'Count the recipients by state, in total and per run, with the rate and the estimated end, and by error',
    reply: dataReply(CampaignStatistics),
    handle: async (ctx, { params }) => ({ data: toStatistics(await campaignStatistics(ctx, params.campaignId)) }),
  }),
  route({
    ...read,
    method: 'POST',
    path: '/campaigns/:campaignId/timeline',
    operationId: 'readCampaignTimeline',
    viewers: 'forbidden',
    summary:
      'Count what became of the recipients of a campaign, by quarter hour, hour or day: sent, failed, delivered, read and replied',
    body: CampaignTimelineRead,
    reply: dataReply(CampaignTimeline),
    handle: async (ctx, { params, body }) => ({ data: toTimeline(await campaignTimeline(ctx, params.campaignId, body)) }),
  }),
  route({
    tag,
    scope: 'contacts.read', // counts of a search tell what is in the contacts
    method: 'POST',
    path: '/campaigns/audience_count',
    operationId: 'countCampaignAudience',
    viewers: 'forbidden',
    summary: 'Count the contacts of an audience, and how many of them a message would reach',
    body: CampaignAudienceCount,
    reply: dataReply(AudienceCount),
    handle: async (ctx, { body }) => ({ data: toAudienceCount(await countNewAudience(ctx, body)) }),
  }),
  route({
    ...read,
    method: 'POST',
    path: '/campaigns/schedule_preview',
    operationId: 'previewCampaignSchedule',
    viewers: 'forbidden',
    summary: 'List the next times of a schedule, at most 20, without creating a campaign',
    body: CampaignSchedulePreview,
    reply: dataReply(SchedulePreview),
    handle: async (ctx, { body: { count, ...schedule } }) => ({
      data: { instants: (await previewSchedule(ctx, schedule, count)).map(isoTime) },
    }),
  }),
];
