import { msg } from '@lingui/core/macro';
import type { types } from '@patchbay/sdk';
import { Braces, ChartColumn, Inbox, Megaphone, Settings, Smartphone, Users, Workflow } from 'lucide-react';

/**
 * The areas in the rail and the bottom navigation. An area for sandbox tenants only has `sandbox`, one that needs a scope has `scope`.
 * The bottom navigation of phones has those with `isMore` in a menu.
 */
export const areas = [
  { to: '/inbox', label: msg`Inbox`, icon: Inbox, keys: 'g i' },
  { to: '/contacts', label: msg`Contacts`, icon: Users, keys: 'g c' },
  { to: '/campaigns', label: msg`Campaigns`, icon: Megaphone, keys: 'g m', scope: 'campaigns.read', isMore: true },
  { to: '/automations', label: msg`Automations`, icon: Workflow, keys: 'g a', scope: 'automations.read', isMore: true },
  { to: '/reports', label: msg`Reports`, icon: ChartColumn, keys: 'g r', scope: 'reports.read', isMore: true },
  { to: '/developers', label: msg`Developers`, icon: Braces, keys: 'g d', isMore: true },
  { to: '/phone', label: msg`Phone`, icon: Smartphone, keys: 'g p', sandbox: true },
] as const;

export const settingsArea = { to: '/settings', label: msg`Settings`, icon: Settings, keys: 'g s', isMore: true } as const;

export type Area = (typeof areas)[number] | typeof settingsArea;

/** Whether a person can open an area. */
export const isOpenTo = (area: Area, { tenant, scopes }: Pick<types.Me, 'tenant' | 'scopes'>): boolean =>
  (!('sandbox' in area) || tenant.mode === 'sandbox') &&
  (!('scope' in area) || scopes.includes(area.scope) || scopes.includes('admin'));
