export type { Recipient } from '../recipients/index.ts';
export type { AudienceCounts } from './audience.store.ts';
export { countNewAudience } from './audience.ts';
export type { Campaign, NewCampaign } from './campaign.ts';
export {
  campaignsOf,
  createCampaign,
  deleteCampaign,
  getCampaign,
  startCampaign,
  updateCampaign,
} from './campaigns.ts';
export type { AudienceImport, RefusedLine } from './csv.store.ts';
export { createAudienceReader, getImport, searchRefusedLines } from './csv-import.ts';
export { dispatchRun } from './dispatch-loop.ts';
export { expandAudience } from './expand-audience.ts';
export { eraseAudiences } from './privacy.store.ts';
export { campaignProblems } from './problems.ts';
export { previewInPool as previewSchedule } from './schedule/in-pool.ts';
export { startCampaignRun } from './schedule/start-run.ts';
export { searchCampaigns, searchRecipients } from './search.ts';
export { campaignStatistics, campaignTimeline, currentCounts, type RunStatistics, type Statistics } from './statistics.ts';
export { cancelCampaign, pauseCampaign, pauseDueCampaigns, resumeCampaign, retryCampaign } from './transitions.ts';
