import { msg } from '@lingui/core/macro';
import { Braces, ChartColumn, Inbox, Megaphone, Monitor, Settings, Smartphone, Users, Workflow } from 'lucide-react';
import { sessionState } from '../session/session.ts';

/**
 * The areas in the rail and the bottom navigation. An area for sandbox tenants only has `sandbox`, one that needs a scope has `scope`,
 * one for operators of the installation `operator`. The bottom navigation of phones has those with `isMore` in a menu.
 */
export const areas = [
  { to: '/inbox', label: msg`Inbox`, icon: Inbox, keys: 'g i' },
  { to: '/contacts', label: msg`Contacts`, icon: Users, keys: 'g c' },
  { to: '/campaigns', label: msg`Campaigns`, icon: Megaphone, keys: 'g m', scope: 'campaigns.read', isMore: true },
  { to: '/automations', label: msg`Automations`, icon: Workflow, keys: 'g a', scope: 'automations.read', isMore: true },
  { to: '/reports', label: msg`Reports`, icon: ChartColumn, keys: 'g r', scope: 'reports.read', isMore: true },
  { to: '/developers', label: msg`Developers`, icon: Braces, keys: 'g d', isMore: true },
  { to: '/operations', label: msg`Operations`, icon: Monitor, keys: 'g o', operator: true, isMore: true },
  { to: '/phone', label: msg`Phone`, icon: Smartphone, keys: 'g p', sandbox: true },
] as const;

export const settingsArea = { to: '/settings', label: msg`Settings`, icon: Settings, keys: 'g s', isMore: true } as const;

export type Area = (typeof areas)[number] | typeof settingsArea;

/** Whether the signed-in person can open an area. */
export function isShown(area: Area): boolean {
  const state = sessionState();
  if (state.step !== 'active') return false;
  const { tenant, scopes } = state.me;
  if ('operator' in area) return state.signedIn.account.isOperator;
  if ('sandbox' in area) return tenant.mode === 'sandbox';
  return !('scope' in area) || scopes.includes(area.scope) || scopes.includes('admin');
}
