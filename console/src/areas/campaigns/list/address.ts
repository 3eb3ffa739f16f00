import type { types } from '@patchbay/sdk';

export type CampaignStatus = types.Campaign['status'];

/** The tabs of the list: statuses that belong together. */
export const tabs = {
  all: [],
  active: ['running', 'paused', 'scheduled'],
  drafts: ['draft'],
  ended: ['completed', 'cancelled', 'failed'],
} as const satisfies Record<string, readonly CampaignStatus[]>;

export type ListTab = keyof typeof tabs;
export type ListAddress = { show?: ListTab; search?: string };

export function readListAddress(given: Record<string, unknown>): ListAddress {
  const { show, search } = given;
  const text = typeof search === 'string' || typeof search === 'number' ? String(search).slice(0, 200) : '';
  return {
    ...(typeof show === 'string' && show in tabs && show !== 'all' && { show: show as ListTab }),
    ...(text && { search: text }),
  };
}

/** Returns the filter of a tab for the API. */
export function queryOf(tab: ListTab): string | undefined {
  const statuses = tabs[tab];
  return statuses.length === 0 ? undefined : `in(${['status', ...statuses.map((one) => JSON.stringify(one))].join(',')})`;
}
