import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Clock, FileCheck2, KeyRound, type LucideIcon, SquareTerminal, Timer, UsersRound, Zap } from 'lucide-react';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export type PageProps = { item: string | undefined };

export type DeveloperPage = {
  path: string;
  title: MessageDescriptor;
  icon: LucideIcon;
  /** Without this scope the page is not in the list. */
  scope: string | null;
  Page: LazyExoticComponent<ComponentType<PageProps>>;
};

/** Every page of the area. A new page is a file with a default export, and a row here. */
export const pageGroups: readonly { title: MessageDescriptor; pages: readonly DeveloperPage[] }[] = [
  {
    title: msg`Events`,
    pages: [
      {
        path: 'webhooks',
        title: msg`Webhooks`,
        icon: Zap,
        scope: 'webhooks.read',
        Page: lazy(() => import('./webhooks/page.tsx')),
      },
      {
        path: 'events',
        title: msg`Event stream`,
        icon: Timer,
        scope: 'events.read',
        Page: lazy(() => import('./stream/page.tsx')),
      },
    ],
  },
  {
    title: msg`Logs`,
    pages: [
      {
        path: 'requests',
        title: msg`Request log`,
        icon: SquareTerminal,
        scope: 'requests.read',
        Page: lazy(() => import('./requests/page.tsx')),
      },
      {
        path: 'audit',
        title: msg`Audit log`,
        icon: UsersRound,
        scope: 'audit.read',
        Page: lazy(() => import('./audit/page.tsx')),
      },
    ],
  },
  {
    title: msg`Access`,
    pages: [
      {
        path: 'usage',
        title: msg`Usage and limits`,
        icon: Clock,
        scope: 'usage.read',
        Page: lazy(() => import('./usage/page.tsx')),
      },
    ],
  },
  {
    title: msg`Reference`,
    pages: [
      {
        path: 'reference',
        title: msg`API, events and errors`,
        icon: FileCheck2,
        scope: null,
        Page: lazy(() => import('./reference/page.tsx')),
      },
    ],
  },
];

/** Pages of other areas that belong in the list. */
export const links = [{ to: '/settings/tokens', title: msg`Access tokens`, icon: KeyRound, scope: 'admin' }] as const;

export const pages = pageGroups.flatMap((group) => group.pages);
