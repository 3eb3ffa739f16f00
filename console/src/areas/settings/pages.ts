import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  BellRing,
  Cable,
  CalendarClock,
  FileCheck2,
  Keyboard,
  KeyRound,
  ListPlus,
  LogIn,
  type LucideIcon,
  Palette,
  ShieldCheck,
  Tag,
  Timer,
  UserRound,
  Users,
  UsersRound,
  Zap,
} from 'lucide-react';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export type PageProps = {
  /** An id, `new`, or undefined for the list alone. */
  item: string | undefined;
};

export type SettingsPageRow = {
  path: string;
  title: MessageDescriptor;
  icon: LucideIcon;
  /** Without this scope the page is not in the list. */
  scope?: string;
  Page: LazyExoticComponent<ComponentType<PageProps>>;
};

export type PageGroup = { title: MessageDescriptor; pages: readonly SettingsPageRow[] };

/** Every page of the settings. A new page is a file with a default export, and a row here. */
export const pageGroups: readonly PageGroup[] = [
  {
    title: msg`Your account`,
    pages: [
      { path: 'profile', title: msg`Profile`, icon: UserRound, Page: lazy(() => import('./account/profile.tsx')) },
      {
        path: 'security',
        title: msg`Sign-in and security`,
        icon: ShieldCheck,
        Page: lazy(() => import('./account/security.tsx')),
      },
      {
        path: 'notifications',
        title: msg`Notifications`,
        icon: BellRing,
        Page: lazy(() => import('./account/notifications.tsx')),
      },
      { path: 'shortcuts', title: msg`Keyboard shortcuts`, icon: Keyboard, Page: lazy(() => import('./account/shortcuts.tsx')) },
      { path: 'appearance', title: msg`Language and theme`, icon: Palette, Page: lazy(() => import('./account/appearance.tsx')) },
    ],
  },
  {
    title: msg`Workspace`,
    pages: [
      {
        path: 'channels',
        title: msg`Channels`,
        icon: Cable,
        scope: 'channels.read',
        Page: lazy(() => import('./channels/page.tsx')),
      },
      { path: 'users', title: msg`Users`, icon: Users, scope: 'users.read', Page: lazy(() => import('./users/users.tsx')) },
      { path: 'teams', title: msg`Teams`, icon: UsersRound, scope: 'teams.read', Page: lazy(() => import('./users/teams.tsx')) },
      {
        path: 'business-hours',
        title: msg`Business hours`,
        icon: CalendarClock,
        scope: 'teams.read',
        Page: lazy(() => import('./business-hours/page.tsx')),
      },
      { path: 'sla', title: msg`Reply times (SLA)`, icon: Timer, scope: 'teams.read', Page: lazy(() => import('./sla.tsx')) },
    ],
  },
  {
    title: msg`Content`,
    pages: [
      {
        path: 'templates',
        title: msg`Message templates`,
        icon: FileCheck2,
        scope: 'message_templates.read',
        Page: lazy(() => import('./templates/page.tsx')),
      },
      { path: 'snippets', title: msg`Snippets`, icon: Zap, scope: 'snippets.read', Page: lazy(() => import('./snippets.tsx')) },
      { path: 'labels', title: msg`Labels`, icon: Tag, scope: 'labels.read', Page: lazy(() => import('./labels.tsx')) },
      {
        path: 'attributes',
        title: msg`Contact attributes`,
        icon: ListPlus,
        scope: 'attributes.read',
        Page: lazy(() => import('./attributes.tsx')),
      },
    ],
  },
  {
    title: msg`Administration`,
    pages: [
      { path: 'tokens', title: msg`Access tokens`, icon: KeyRound, scope: 'admin', Page: lazy(() => import('./tokens.tsx')) },
      { path: 'sign-in', title: msg`Sign-in rules`, icon: LogIn, scope: 'admin', Page: lazy(() => import('./sign-in.tsx')) },
    ],
  },
];

export const pages = pageGroups.flatMap((group) => group.pages);
