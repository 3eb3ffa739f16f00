export { averageOf, percentileOf } from './durations.ts';
export { foldAll, startFolding } from './fold.ts';
export { checkedPeriods, explainZone, type Periods } from './periods.ts';
export { buckets, type CampaignPeriod, dimensions, metrics, type ReportRow } from './report.ts';
export { type Report, readCampaignTimeline, readReport } from './reports.ts';
