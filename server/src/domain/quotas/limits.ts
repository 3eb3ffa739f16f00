import type { Plan } from '../tenants/index.ts';

const GIB = 1024 ** 3;

/**
 * The limit of each resource by plan. The limits are far above normal use, and low enough that one tenant cannot fill the
 * database or the file store. A plan without a feature has limit 0 for what the feature needs.
 */
export const quotas = {
  files: { free: 1_000, hobby: 10_000, pro: 100_000, ultra: 1_000_000, enterprise: 10_000_000 },
  fileBytes: { free: GIB, hobby: 10 * GIB, pro: 100 * GIB, ultra: 1024 * GIB, enterprise: 10_240 * GIB },
  webhooks: { free: 0, hobby: 10, pro: 50, ultra: 200, enterprise: 10_000 },
  channels: { free: 10, hobby: 25, pro: 100, ultra: 500, enterprise: 10_000 },
  automations: { free: 0, hobby: 0, pro: 200, ultra: 1_000, enterprise: 20_000 },
  tokens: { free: 20, hobby: 50, pro: 200, ultra: 1_000, enterprise: 20_000 },
  labels: { free: 100, hobby: 500, pro: 2_000, ultra: 5_000, enterprise: 20_000 },
  attributes: { free: 50, hobby: 100, pro: 250, ultra: 500, enterprise: 10_000 },
  snippets: { free: 100, hobby: 500, pro: 2_000, ultra: 5_000, enterprise: 20_000 },
  views: { free: 100, hobby: 500, pro: 2_000, ultra: 5_000, enterprise: 20_000 },
  secrets: { free: 0, hobby: 0, pro: 50, ultra: 200, enterprise: 2_000 },
  bulkActions: { free: 2, hobby: 3, pro: 5, ultra: 10, enterprise: 1_000 },
  businessHours: { free: 5, hobby: 10, pro: 50, ultra: 200, enterprise: 2_000 },
  slaPolicies: { free: 5, hobby: 10, pro: 50, ultra: 200, enterprise: 2_000 },
  feedConnections: { free: 2, hobby: 5, pro: 20, ultra: 50, enterprise: 2_000 },
} as const satisfies Record<string, Record<Plan, number>>;

export type QuotaName = keyof typeof quotas;

export const quotaNames = Object.keys(quotas) as [QuotaName, ...QuotaName[]];

export const quotaOf = (quota: QuotaName, plan: Plan): number => quotas[quota][plan];

/** The names of the resources in error messages. */
export const words: Record<QuotaName, string> = {
  files: 'files',
  fileBytes: 'bytes of files',
  webhooks: 'webhooks',
  channels: 'channels',
  automations: 'automations',
  tokens: 'access tokens',
  labels: 'labels',
  attributes: 'attributes',
  snippets: 'snippets',
  views: 'saved views',
  secrets: 'secrets',
  bulkActions: 'running bulk actions',
  businessHours: 'business hours',
  slaPolicies: 'SLA policies',
  feedConnections: 'open connections to the event feed',
};
