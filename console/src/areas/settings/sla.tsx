import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Timer } from 'lucide-react';
import cells from './cells.module.css';
import type { PageProps } from './pages.ts';
import { defineResource } from './resource/define-resource.ts';
import { ResourcePage } from './resource/ResourcePage.tsx';

type Values = Omit<types.SlaPolicy, 'id' | 'createdAt' | 'updatedAt'>;
const minutes = { kind: 'number', min: 1, max: 129_600, unit: msg`minutes`, isOptional: true } as const;

const slaPolicies = defineResource<types.SlaPolicy, Values>({
  key: 'sla',
  scope: 'teams.write',
  title: msg`Reply times (SLA)`,
  text: msg`How soon a chat is answered and closed. Chats that are late are marked in the inbox. If several policies include a chat, the oldest applies.`,
  icon: Timer,
  add: msg`Add policy`,
  empty: msg`No policies yet`,
  api: ({ sLAPolicies }) => ({
    list: () => sLAPolicies.eachSlaPolicies({ sortBy: 'asc(createdAt)' }),
    create: (values) => sLAPolicies.createSlaPolicy(values),
    update: (id, values) => sLAPolicies.updateSlaPolicy(id, values),
    remove: (id) => sLAPolicies.deleteSlaPolicy(id),
  }),
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', head: msg`Name`, isName: true, Cell: ({ item }) => <bdi>{item.name}</bdi> },
    { key: 'first', head: msg`First reply`, Cell: ({ item }) => <Minutes value={item.firstReplyMinutes} /> },
    { key: 'next', head: msg`Next replies`, Cell: ({ item }) => <Minutes value={item.nextReplyMinutes} /> },
    { key: 'end', head: msg`Closed`, Cell: ({ item }) => <Minutes value={item.resolutionMinutes} /> },
  ],
  fields: [
    { name: 'name', label: msg`Name`, kind: 'text', maxLength: 100, placeholder: 'Standard' },
    { ...minutes, name: 'firstReplyMinutes', label: msg`First reply`, hint: msg`From the first message of the contact.` },
    { ...minutes, name: 'nextReplyMinutes', label: msg`Next replies`, hint: msg`From each further message.` },
    { ...minutes, name: 'resolutionMinutes', label: msg`Closed`, hint: msg`From the first message until the chat is closed.` },
    { name: 'businessHoursId', label: msg`Hours that count`, kind: 'one', source: 'business-hours', none: msg`Day and night` },
    { name: 'channelIds', label: msg`Channels`, kind: 'many', source: 'channels', none: msg`All channels` },
    { name: 'teamIds', label: msg`Teams`, kind: 'many', source: 'teams', none: msg`All teams` },
    { name: 'labelIds', label: msg`Contacts with one of these labels`, kind: 'many', source: 'labels', none: msg`All contacts` },
  ],
  toValues: (policy) => ({
    name: policy?.name ?? '',
    firstReplyMinutes: policy ? policy.firstReplyMinutes : 30,
    nextReplyMinutes: policy?.nextReplyMinutes ?? null,
    resolutionMinutes: policy?.resolutionMinutes ?? null,
    businessHoursId: policy?.businessHoursId ?? null,
    channelIds: policy?.channelIds ?? [],
    teamIds: policy?.teamIds ?? [],
    labelIds: policy?.labelIds ?? [],
  }),
  deletion: { verb: msg`Delete policy`, text: msg`The due times of its chats end. This cannot be undone.` },
});

/** A number of minutes in the largest unit that divides it. */
function Minutes({ value }: { value: number | null }) {
  const { i18n } = useLingui();
  if (value === null) return <span className={cells.muted}>–</span>;
  const [count, unit] =
    value % 1_440 === 0 ? [value / 1_440, 'day'] : value % 60 === 0 ? [value / 60, 'hour'] : [value, 'minute'];
  return new Intl.NumberFormat(i18n.locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
}

export default function SlaPage({ item }: PageProps) {
  return <ResourcePage resource={slaPolicies} item={item} />;
}
