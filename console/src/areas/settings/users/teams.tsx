import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { UsersRound } from 'lucide-react';
import cells from '../cells.module.css';
import type { PageProps } from '../pages.ts';
import { defineResource } from '../resource/define-resource.ts';
import { ResourcePage } from '../resource/ResourcePage.tsx';

type Values = { name: string; assignment: types.Team['assignment']; memberIds: string[] };

const assignmentNames = {
  manual: msg`By hand`,
  round_robin: msg`In turn`,
  least_open: msg`Whoever has the fewest open chats`,
};

const toReferences = (ids: string[]) => ids.map((id) => ({ id }));

const teams = defineResource<types.Team, Values>({
  key: 'teams',
  scope: 'teams.write',
  title: msg`Teams`,
  text: msg`Chats can be assigned to a team. Users who see only chats of their teams see these.`,
  icon: UsersRound,
  add: msg`Add team`,
  empty: msg`No teams yet`,
  api: ({ teams }) => ({
    list: () => teams.each({ sortBy: 'asc(name)' }),
    create: ({ memberIds, ...values }) => teams.create({ ...values, members: toReferences(memberIds) }),
    update: async (id, { memberIds, ...values }, { members }) => {
      const before = members.map((member) => member.id);
      const added = memberIds.filter((userId) => !before.includes(userId));
      if (added.length > 0) await teams.addMembers(id, { members: toReferences(added) });
      for (const userId of before.filter((userId) => !memberIds.includes(userId))) await teams.removeMember(id, userId);
      return teams.update(id, values);
    },
    remove: (id) => teams.delete(id),
  }),
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', head: msg`Name`, isName: true, Cell: ({ item }) => <bdi>{item.name}</bdi> },
    {
      key: 'members',
      head: msg`Members`,
      Cell: ({ item }) => <span className={cells.clip}>{item.members.map(({ name }) => name).join(', ') || '–'}</span>,
    },
    { key: 'assignment', head: msg`Assignment`, Cell: ({ item }) => <Assignment team={item} /> },
  ],
  fields: [
    { name: 'name', label: msg`Name`, kind: 'text', maxLength: 100, placeholder: 'Support' },
    { name: 'memberIds', label: msg`Members`, kind: 'many', source: 'users', none: msg`Search users` },
    {
      name: 'assignment',
      label: msg`New chats get a user`,
      hint: msg`Automatically only users who are available and below their limit of open chats.`,
      kind: 'select',
      options: Object.entries(assignmentNames).map(([value, label]) => ({ value, label })),
    },
  ],
  toValues: (team) => ({
    name: team?.name ?? '',
    assignment: team?.assignment ?? 'manual',
    memberIds: team?.members.map(({ id }) => id) ?? [],
  }),
  deletion: {
    verb: msg`Delete team`,
    text: msg`Its members stay users. Its chats become unassigned, its snippets are for everybody, and its shared views are deleted. This cannot be undone.`,
    typed: true,
  },
});

function Assignment({ team }: { team: types.Team }) {
  const { i18n } = useLingui();
  return <span className={cells.muted}>{i18n._(assignmentNames[team.assignment])}</span>;
}

export default function TeamsPage({ item }: PageProps) {
  return <ResourcePage resource={teams} item={item} />;
}
