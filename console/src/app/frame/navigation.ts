import { msg } from '@lingui/core/macro';
import { Braces, Inbox, Monitor, Settings, Smartphone, Users } from 'lucide-react';
import { sessionState } from '../session/session.ts';

/**
 * The areas in the rail and the bottom navigation. An area for sandbox tenants only has `sandbox`, one for operators of the installation
 * `operator`. What is rarely used on a phone has `inMenu`: there it is in the menu of the person.
 */
export const areas = [
  { to: '/inbox', label: msg`Inbox`, icon: Inbox, keys: 'g i' },
  { to: '/contacts', label: msg`Contacts`, icon: Users, keys: 'g c' },
  { to: '/phone', label: msg`Phone`, icon: Smartphone, keys: 'g p', sandbox: true },
  { to: '/developers', label: msg`Developers`, icon: Braces, keys: 'g d', inMenu: true },
  { to: '/operations', label: msg`Operations`, icon: Monitor, keys: 'g o', inMenu: true, operator: true },
] as const;

export const settingsArea = { to: '/settings', label: msg`Settings`, icon: Settings, keys: 'g s' } as const;

export type Area = (typeof areas)[number] | typeof settingsArea;

/** Whether the signed-in person sees an area. */
export function isShown(area: Area): boolean {
  const state = sessionState();
  if (state.step !== 'active') return false;
  if ('sandbox' in area) return state.me.tenant.mode === 'sandbox';
  return !('operator' in area) || state.signedIn.account.isOperator;
}
