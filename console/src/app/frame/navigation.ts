import { msg } from '@lingui/core/macro';
import { Inbox, Settings, Smartphone, Users } from 'lucide-react';

/** The areas in the rail and the bottom navigation. An area for sandbox tenants only has `sandbox`. */
export const areas = [
  { to: '/inbox', label: msg`Inbox`, icon: Inbox, keys: 'g i' },
  { to: '/contacts', label: msg`Contacts`, icon: Users, keys: 'g c' },
  { to: '/phone', label: msg`Phone`, icon: Smartphone, keys: 'g p', sandbox: true },
] as const;

export const settingsArea = { to: '/settings', label: msg`Settings`, icon: Settings, keys: 'g s' } as const;
