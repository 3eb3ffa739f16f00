export { checkedPeriods, explainZone, type Periods } from './periods.ts';
export type { CampaignPeriod, ReportRow } from './report.ts';
export { reportFold } from './reports.store.ts';
export { type Report, readCampaignTimeline, readReport } from './reports.ts';
