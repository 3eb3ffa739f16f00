import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Users } from 'lucide-react';
import { Avatar, Badge, StatusDot } from '../../../kit/index.ts';
import cells from '../cells.module.css';
import type { PageProps } from '../pages.ts';
import { defineResource } from '../resource/define-resource.ts';
import { ResourcePage } from '../resource/ResourcePage.tsx';
import { Invite, InviteCreated } from './Invite.tsx';

type Values = Pick<types.User, 'name' | 'email' | 'role' | 'status' | 'visibility' | 'availability' | 'maxOpenChats'> & {
  channelIds: string[];
};

const roleNames = { member: msg`Member`, manager: msg`Manager`, admin: msg`Administrator` };

const bodyOf = ({ channelIds, ...values }: Values) => ({ ...values, channelIds: channelIds.length > 0 ? channelIds : null });

const users = defineResource<types.User, Values>({
  key: 'users',
  scope: 'users.write',
  title: msg`Users`,
  text: msg`People who work here. Each signs in with an account of their own; what they see and may change is set here.`,
  icon: Users,
  add: msg`Invite user`,
  empty: msg`No users yet`,
  api: ({ users }) => ({
    list: () => users.each({ sortBy: 'asc(name)' }),
    create: (values) => users.create(bodyOf(values)),
    update: (id, values) => users.update(id, bodyOf(values)),
    remove: (id) => users.delete(id),
  }),
  nameOf: ({ name }) => name,
  columns: [
    {
      key: 'name',
      head: msg`Name`,
      isName: true,
      Cell: ({ item }) => (
        <>
          <Avatar
            id={item.id}
            name={item.name}
            size={28}
            online={item.hasAccount && item.status === 'active' && item.availability === 'available'}
          />
          <span className={cells.two}>
            <bdi>{item.name}</bdi>
            <small dir="ltr">{item.email}</small>
          </span>
        </>
      ),
    },
    { key: 'role', head: msg`Role`, Cell: ({ item }) => <Role role={item.role} /> },
    {
      key: 'teams',
      head: msg`Teams`,
      Cell: ({ item }) => <span className={cells.muted}>{item.teams.map(({ name }) => name).join(', ')}</span>,
    },
    { key: 'state', head: msg`State`, Cell: ({ item }) => <State user={item} /> },
  ],
  fields: [
    { name: 'name', label: msg`Name`, kind: 'text', maxLength: 100 },
    { name: 'email', label: msg`Email`, kind: 'text', type: 'email', dir: 'ltr', maxLength: 254, placeholder: 'ada@example.com' },
    {
      name: 'role',
      label: msg`Role`,
      hint: msg`Members work with chats and contacts. Managers also change channels, templates, automations and teams. Administrators also change users, tokens and sign-in rules.`,
      kind: 'select',
      options: Object.entries(roleNames).map(([value, label]) => ({ value, label })),
    },
    {
      name: 'visibility',
      label: msg`Sees`,
      kind: 'select',
      options: [
        { value: 'all', label: msg`All chats` },
        { value: 'teams', label: msg`Chats of their teams` },
        { value: 'own', label: msg`Only their own chats` },
      ],
    },
    { name: 'channelIds', label: msg`Channels`, kind: 'many', source: 'channels', none: msg`All channels` },
    {
      name: 'availability',
      label: msg`Availability`,
      hint: msg`Who is away gets no chats automatically. Everybody can change it for themselves.`,
      kind: 'select',
      options: [
        { value: 'available', label: msg`Available` },
        { value: 'away', label: msg`Away` },
      ],
    },
    {
      name: 'maxOpenChats',
      label: msg`Most open chats`,
      hint: msg`Automatic assignment stops at this number. Empty: no limit.`,
      kind: 'number',
      min: 1,
      max: 10_000,
      isOptional: true,
    },
    {
      name: 'status',
      label: msg`Access`,
      hint: msg`Blocked users are signed out within seconds and keep their chats.`,
      kind: 'select',
      options: [
        { value: 'active', label: msg`May sign in` },
        { value: 'disabled', label: msg`Blocked` },
      ],
    },
  ],
  toValues: (user) => ({
    name: user?.name ?? '',
    email: user?.email ?? '',
    role: user?.role ?? 'member',
    status: user?.status ?? 'active',
    visibility: user?.visibility ?? 'all',
    channelIds: user?.channelIds ?? [],
    availability: user?.availability ?? 'available',
    maxOpenChats: user?.maxOpenChats ?? null,
  }),
  deletion: {
    verb: msg`Remove user`,
    text: msg`The user is signed out within seconds, and their tokens stop working. Their chats become unassigned; what they wrote stays. This cannot be undone.`,
    typed: true,
  },
  Extra: Invite,
  Created: InviteCreated,
});

function Role({ role }: { role: types.User['role'] }) {
  const { i18n } = useLingui();
  return <Badge tone={role === 'admin' ? 'info' : 'plain'}>{i18n._(roleNames[role])}</Badge>;
}

function State({ user }: { user: types.User }) {
  const { t } = useLingui();
  if (user.status === 'disabled') return <StatusDot tone="danger">{t`Blocked`}</StatusDot>;
  if (!user.hasAccount) return <StatusDot tone="warn">{t`Not signed in yet`}</StatusDot>;
  return user.availability === 'available' ? (
    <StatusDot tone="ok">{t`Available`}</StatusDot>
  ) : (
    <StatusDot tone="muted">{t`Away`}</StatusDot>
  );
}

export default function UsersPage({ item }: PageProps) {
  return <ResourcePage resource={users} item={item} />;
}
