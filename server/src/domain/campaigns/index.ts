export type { Recipient } from '../recipients/index.ts';
export type { Campaign, NewCampaign } from './campaign.ts';
export {
  campaignsOf,
  createCampaign,
  deleteCampaign,
  getCampaign,
  startCampaign,
  updateCampaign,
} from './campaigns.ts';
export { emptyAudiences } from './care.ts';
export type { AudienceImport, RefusedLine } from './csv.store.ts';
export { createAudienceReader, getImport, searchRefusedLines } from './csv-import.ts';
export { cancelCampaign, pauseCampaign, resumeCampaign, retryCampaign } from './moves.ts';
export { planCampaign } from './plan.ts';
export { campaignProblems } from './problems.ts';
export { releaseCampaign } from './release.ts';
export { startCampaignRun } from './schedule/start-run.ts';
export { searchCampaigns, searchRecipients } from './search.ts';
export { campaignStatistics, type RunStatistics, type Statistics } from './statistics.ts';
