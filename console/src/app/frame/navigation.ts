import { msg } from '@lingui/core/macro';
import { Inbox, Settings, Smartphone, Users, Workflow } from 'lucide-react';

/** The areas in the rail and the bottom navigation. An area for sandbox tenants only has `sandbox`. */
export const areas = [
  { to: '/inbox', label: msg`Inbox`, icon: Inbox, keys: 'g i' },
  { to: '/contacts', label: msg`Contacts`, icon: Users, keys: 'g c' },
  { to: '/automations', label: msg`Automations`, icon: Workflow, keys: 'g a' },
  { to: '/phone', label: msg`Phone`, icon: Smartphone, keys: 'g p', sandbox: true },
] as const;

export const settingsArea = { to: '/settings', label: msg`Settings`, icon: Settings, keys: 'g s' } as const;
